SELECT 1 FROM t «JOIN dim FOR SYSTEM_TIME AS OF NOW() d»;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «JOIN dim FOR SYSTEM_TIME AS OF NOW() d» ON true;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «JOIN dim FOR SYSTEM_TIME AS OF NOW() d» ON t.id > 1;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «JOIN dim FOR SYSTEM_TIME AS OF NOW() d» ON t.k > d.k;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «JOIN dim FOR SYSTEM_TIME AS OF NOW() d» ON t.k <=> d.k;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «JOIN dim FOR SYSTEM_TIME AS OF NOW() d» ON d.k = 'a';
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «JOIN dim FOR SYSTEM_TIME AS OF NOW() d» ON t.k = d.k OR t.id = 1;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «JOIN rates FOR SYSTEM_TIME AS OF t.ts r» ON t.id > 0;
-- NoJoinKeys: ON left.key = r.key

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = «upper(d.k)»;
-- InvalidJoinKey: other side

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON «d.k || 'x'» = t.k;
-- InvalidJoinKey: other side

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF t.ts r ON t.k = «lower(r.k)»;
-- InvalidJoinKey: other side

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON «uuid() || t.k» = d.k;
-- InvalidJoinKey: into a column first

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON «t.id» = d.k;
-- KeyTypeMismatch: CAST(t.id AS STRING) = d.k

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON d.k = «t.id»;
-- KeyTypeMismatch: CAST(t.id AS STRING) = d.k

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON «t.k» = q.v;
-- KeyTypeMismatch: CAST(t.k AS INT)

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF t.ts r ON «t.id» = r.k;
-- KeyTypeMismatch: CAST(t.id AS STRING)
