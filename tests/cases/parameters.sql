-- table t
--   id INT | k STRING | ts TIMESTAMP
--   1      | a        | 10
--   2      | b        | 20
--   3      | a        | 30
-- table q
--   k STRING | v INT | ts TIMESTAMP
--   a        | 5     | 5
--   a        | 6     | 28
--   b        | 7     | 1
CREATE LOOKUP TABLE dim (k STRING, name STRING, PRIMARY KEY (k)) AS VALUES ('a', 'Alpha'), ('b', 'Beta');
-- table rate_log
--   k STRING | rate INT | valid TIMESTAMP
--   a        | 1        | 0
--   a        | 2        | 20
CREATE VERSIONED TABLE rates (k STRING, rate INT, valid TIMESTAMP, PRIMARY KEY (k), VERSION FOR valid)
WITH (connector = 'view', view = 'rate_log');

-- case: named markers anywhere
SELECT t.id, :label AS label, d.name FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.name <> :no WHERE t.id < :most;
-- args: {"label": "x", "no": "Beta", "most": 3}
-- rows
--   1 | x | Alpha

-- case: positional markers keep their order
SELECT ? AS one, t.id, ? AS two FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.name = ? WHERE t.id > ? ORDER BY t.id LIMIT ?;
-- args: ["p", "q", "Alpha", 0, 1]
-- rows
--   p | 1 | q

-- case: a marker inside a clause of Dovetail's
SELECT ? AS one, t.id, r.rate FROM t JOIN rates FOR SYSTEM_TIME AS OF to_timestamp(?) r ON t.k = r.k WHERE t.id > ?;
-- args: ["x", "2024-01-01 00:00:21", 1]
-- rows
--   x | 3 | 2

-- case: a marker as a tolerance
SELECT t.id, q.v FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= make_dt_interval(0, 0, 0, ?)) ON t.k = q.k WHERE q.v > ?;
-- args: [5, 4]
-- rows
--   1 | 5
--   3 | 6

-- case: a question mark in a string is none
SELECT '?' AS mark, ':n' AS name, t.id /* ? :x */ FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.name = ?;
-- args: ["Beta"]
-- rows
--   ? | :n | 2

-- case: a marker that is selected without a name
SELECT :a, t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 1;
-- args: {"a": 5}
-- rows
--   5 | 1

-- case: a key that is a marker is a predicate beside the key
SELECT t.id, d.name FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND d.k = ?;
-- args: ["b"]
-- rows
--   2 | Beta
