SELECT 1 FROM t JOIN «dimm» FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- LookupTableNotFound: Did you mean dim?

SELECT 1 FROM t JOIN «xyzzy» FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- LookupTableNotFound: CREATE LOOKUP TABLE

SELECT 1 FROM t JOIN «ratez» FOR SYSTEM_TIME AS OF t.ts AS r ON t.k = r.k;
-- TableNotFound: rates

SELECT 1 FROM «tt» JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON tt.k = d.k;
-- TableNotFound: Did you mean t

SELECT 1 FROM t ASOF JOIN «nope.q» MATCH_CONDITION (t.ts >= q.ts);
-- TableNotFound

WITH c AS (SELECT 1 FROM t JOIN «dimm» FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k) SELECT * FROM c;
-- LookupTableNotFound: dim?

SELECT 1
FROM t
JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d
  ON t.k = d.k
JOIN «dimm» FOR SYSTEM_TIME AS OF NOW() AS e
  ON t.k = e.k;
-- LookupTableNotFound: dim?
