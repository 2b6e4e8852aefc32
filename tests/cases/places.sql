-- table t
--   id INT | k STRING | ts TIMESTAMP
--   1      | a        | 10
--   2      | b        | 20
--   3      | c        | 30
-- table q
--   k STRING | v INT | ts TIMESTAMP
--   a        | 5     | 5
--   b        | 6     | 25
--   b        | 4     | 15
CREATE LOOKUP TABLE dim (k STRING, name STRING, PRIMARY KEY (k)) AS VALUES ('a', 'Alpha'), ('b', 'Beta');

-- case: in a CTE
WITH j AS (SELECT t.id, q.v FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k)
SELECT max(v) AS top, count(*) AS n FROM j;
-- rows
--   5 | 2

-- case: a CTE as the left side
WITH late AS (SELECT * FROM t WHERE id > 1)
SELECT l.id, q.v FROM late l LEFT ASOF JOIN q MATCH_CONDITION (l.ts >= q.ts) ON l.k = q.k;
-- rows
--   2 | 4
--   3 | NULL

-- case: a CTE hides a table of the catalog
WITH dim AS (SELECT 'a' AS k, 'other' AS name)
SELECT t.id, d.name FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- twin: none
-- rows
--   1 | other

-- case: CTEs that build on each other
WITH a AS (SELECT t.id, t.k, q.v FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k),
     b AS (SELECT a.id, a.v, d.name FROM a JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON a.k = d.k)
SELECT name, v FROM b ORDER BY v DESC LIMIT 1;
-- rows
--   Alpha | 5

-- case: in a derived table
SELECT x.id + 1 AS n FROM (SELECT t.id FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k) x WHERE x.id > 1;
-- rows
--   3

-- case: a derived table as the right side
SELECT t.id, r.v FROM t ASOF JOIN (SELECT k, v * 10 AS v, ts FROM q WHERE v > 4) r MATCH_CONDITION (t.ts >= r.ts) ON t.k = r.k;
-- rows
--   1 | 50

-- case: in the branches of a UNION
SELECT t.id, q.v FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k
UNION ALL
SELECT t.id, length(d.name) FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k
UNION ALL
SELECT 0, 0;
-- rows
--   0 | 0
--   1 | 5
--   1 | 5
--   2 | 4
--   2 | 4

-- case: in a subquery of WHERE
SELECT id FROM t WHERE k IN (SELECT d.k FROM q JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON q.k = d.k WHERE q.v > 5);
-- rows
--   2

-- case: in a scalar subquery
SELECT id, (SELECT max(q.v) FROM t AS i ASOF JOIN q MATCH_CONDITION (i.ts >= q.ts) ON i.k = q.k) AS top FROM t WHERE id = 3;
-- rows
--   3 | 5

-- case: beside a correlated subquery
SELECT t.id, (SELECT count(*) FROM q AS i WHERE i.k = t.k) AS n FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- rows
--   1 | 1
--   2 | 2

-- case: EXISTS beside the joins
SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE EXISTS (SELECT 1 FROM q i WHERE i.k = d.k AND i.v = 4);
-- rows
--   2

-- case: under GROUP BY and HAVING
SELECT d.name, sum(q.v) AS total FROM q JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON q.k = d.k GROUP BY d.name HAVING sum(q.v) > 5;
-- rows
--   Beta | 10

-- case: under a window function
SELECT t.id, row_number() OVER (PARTITION BY d.name ORDER BY t.ts) AS n FROM t LEFT JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- rows
--   1 | 1
--   2 | 1
--   3 | 1

-- case: ORDER BY what is not selected
SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k ORDER BY d.name DESC LIMIT 1;
-- rows
--   2

-- case: a LATERAL VIEW behind the joins
SELECT t.id, e FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k LATERAL VIEW explode(array(1, 2)) x AS e WHERE t.id = 1;
-- rows
--   1 | 1
--   1 | 2

-- case: VALUES in FROM
SELECT w.k, d.name FROM VALUES ('a'), ('z') AS w(k) LEFT JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON w.k = d.k;
-- rows
--   a | Alpha
--   z | NULL

-- case: a function in FROM
SELECT r.id, t.k FROM range(2, 5) AS r ASOF JOIN t MATCH_CONDITION (r.id >= t.id);
-- rows
--   2 | b
--   3 | c
--   4 | c
