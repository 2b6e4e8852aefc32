-- table t
--   id INT | k STRING | ts TIMESTAMP
--   1      | a        | 10
--   2      | b        | 20
-- table q
--   k STRING | v INT | ts TIMESTAMP
--   a        | 5     | 5
--   b        | 6     | 25
-- table asof
--   k STRING | emit INT
--   a        | 1
-- table keywords
--   emit INT | versioned INT | match_condition INT | system_time INT | nearest INT | lookup INT
--   1        | 2             | 3                   | 4               | 5           | 6
CREATE LOOKUP TABLE dim (k STRING, name STRING, PRIMARY KEY (k)) AS VALUES ('a', 'Alpha'), ('b', 'Beta');

-- case: keywords in any case and on any line
select t.id, q.v
from t
  asof
  join q
  match_condition
  (
    t.ts >= q.ts
  )
  on t.k = q.k;
-- rows
--   1 | 5

-- case: comments between all words
SELECT /* a */ t.id -- b
FROM t /* ASOF JOIN q */ JOIN dim /* c */ FOR /* d */ SYSTEM_TIME -- e
AS /* f */ OF /* g */ NOW /* h */ ( ) AS d ON t.k /* = 1 */ = d.k -- EMIT CHANGES
;
-- rows
--   1
--   2

-- case: keywords in strings and quoted names are none
SELECT 'FOR SYSTEM_TIME AS OF NOW()' AS `ASOF JOIN`, "MATCH_CONDITION (a >= b)" AS `EMIT CHANGES` FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.name <> ' EMIT CHANGES' WHERE t.id = 1;
-- columns: ASOF JOIN, EMIT CHANGES
-- rows
--   FOR SYSTEM_TIME AS OF NOW() | MATCH_CONDITION (a >= b)

-- case: a table that is called asof
SELECT t.id, asof.emit FROM t JOIN asof ON t.k = asof.k JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- rows
--   1 | 1

-- case: an ASOF join with a table that is called asof
SELECT t.id, asof.emit FROM t ASOF JOIN asof MATCH_CONDITION (t.id >= asof.emit) ON t.k = asof.k;
-- rows
--   1 | 1

-- case: Dovetail's words as names of columns
SELECT emit, versioned, match_condition, system_time, nearest, lookup FROM keywords k JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON chr(k.emit + 96) = d.k;
-- twin: none
-- rows
--   1 | 2 | 3 | 4 | 5 | 6

-- case: braces in the text
SELECT '{t} {{}} {0}' AS s, map('{', '}') AS m FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.name <> '{q}' WHERE t.id = 1;
-- rows
--   {t} {{}} {0} | {'{': '}'}

-- case: quotes in strings
SELECT 'O''Brien' AS a, 'O\'Brien' AS b, "say ""hi""" AS c, d.name FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.name <> 'O''Brien' WHERE t.id = 1;
-- rows
--   O'Brien | O'Brien | say "hi" | Alpha

-- case: a semicolon at the end
SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE d.name = 'Beta' EMIT IMMEDIATELY ; ;
-- rows
--   2

-- case: words outside ASCII
SELECT 'ä€𝄞' AS s, t.id AS `größe`, q.v FROM t /* ünï 𝄞 */ ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k AND q.k <> '𝄞';
-- columns: s, größe, v
-- rows
--   ä€𝄞 | 1 | 5

-- case: a hint stays
SELECT /*+ BROADCAST(d) */ t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- rows
--   1
--   2

-- case: functions that look like joins
SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON LEFT(t.k, 1) = d.k AND RIGHT(d.name, 1) = 'a' WHERE t.id IN (1, 2);
-- rows
--   1
--   2

-- case: BETWEEN and CASE in ON
SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND t.id BETWEEN 1 AND 2 AND CASE WHEN d.name = 'Beta' AND t.id = 2 THEN true ELSE false END;
-- rows
--   2

-- case: brackets around conditions
SELECT t.id, q.v FROM t ASOF JOIN q MATCH_CONDITION ((t.ts >= q.ts)) ON ((t.k = q.k) AND (q.v = 5));
-- rows
--   1 | 5

-- case: INNER and OUTER spelled out
SELECT t.id, q.v, d.name FROM t LEFT OUTER ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k INNER JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- rows
--   1 | 5    | Alpha
--   2 | NULL | Beta

-- case: IS DISTINCT FROM is no FROM
SELECT t.id, d.name IS DISTINCT FROM 'Alpha' AS other FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.name IS NOT DISTINCT FROM d.name;
-- rows
--   1 | false
--   2 | true
