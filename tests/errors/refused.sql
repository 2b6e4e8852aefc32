SELECT (SELECT max(d.name) FROM q JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON q.k = d.k WHERE q.v = «o.id») FROM t AS o;
-- CorrelatedSubquery: CTE

SELECT 1 FROM t AS o WHERE EXISTS (SELECT «o.id» FROM q JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON q.k = d.k);
-- CorrelatedSubquery: CTE

CREATE «VIEW» v AS SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- UnsupportedStatement: CREATE TEMP VIEW

CREATE OR REPLACE «VIEW» v AS SELECT t.id FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k;
-- UnsupportedStatement: CREATE TEMP VIEW

SELECT 1 FROM t JOIN «(q JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON q.k = d.k)» ON t.k = q.k;
-- UnsupportedStatement: a JOIN b ON

SELECT 1 FROM «(t JOIN q ON t.k = q.k)» JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- UnsupportedStatement: left to right

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k JOIN «LATERAL (SELECT d.k)» x;
-- UnsupportedStatement: CTE

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k JOIN «q PIVOT (max(v) FOR k IN ('a'))» p ON true;
-- UnsupportedStatement: CTE

EXPLAIN «ANALYZE» SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- UnsupportedStatement

CREATE «SINK» s (a INT) WITH (connector = 'view');
-- UnsupportedStatement

CREATE «STREAM» s AS SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- UnsupportedStatement

«ATTACH» 'postgres://u@h/db' AS pg;
-- UnsupportedStatement

«DETACH» pg;
-- UnsupportedStatement

SELECT count(«d.*») FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- UnsupportedStatement: count(*)

SELECT * EXCEPT («st.a») FROM t2 t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- UnsupportedStatement: CTE

FROM t JOIN dim «FOR SYSTEM_TIME AS OF NOW()» d ON t.k = d.k |> SELECT t.id;
-- UnsupportedStatement: CTE

«CACHE» TABLE c AS SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- UnsupportedStatement: CREATE TEMP VIEW

TABLE «dim»;
-- UnsupportedStatement: SELECT * FROM dim

FROM «dim» SELECT *;
-- UnsupportedStatement: SELECT * FROM dim

SELECT * FROM «dim» TABLESAMPLE (100 PERCENT);
-- UnsupportedStatement: SELECT * FROM dim

WITH RECURSIVE r(n) AS (SELECT 'a' UNION ALL SELECT d.name FROM «r» JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON r.n = d.k) SELECT * FROM r;
-- UnsupportedStatement: recursion
