SELECT 1 FROM t «RIGHT» JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «FULL» JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «RIGHT» OUTER JOIN dim d ON t.k = d.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «SEMI» JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «LEFT» SEMI JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «LEFT» ANTI JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «CROSS JOIN dim FOR SYSTEM_TIME AS OF NOW() d»;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «, dim FOR SYSTEM_TIME AS OF NOW() d»;
-- NoJoinKeys: ON left.key = d.key

SELECT 1 FROM t «RIGHT» JOIN rates FOR SYSTEM_TIME AS OF t.ts r ON t.k = r.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «FULL» JOIN rates FOR SYSTEM_TIME AS OF t.ts r ON t.k = r.k;
-- UnsupportedJoinType: LEFT JOIN

SELECT 1 FROM t «RIGHT» ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k;
-- UnsupportedJoinType: LEFT

SELECT 1 FROM t «FULL» ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k;
-- UnsupportedJoinType: LEFT

SELECT 1 FROM t «SEMI» ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k;
-- UnsupportedJoinType: LEFT

SELECT 1 FROM t «ANTI» ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k;
-- UnsupportedJoinType: LEFT

SELECT 1 FROM dim d «LEFT» JOIN t ON d.k = t.k;
-- UnsupportedJoinType: FROM t LEFT JOIN dim

SELECT 1 FROM dim d «RIGHT» JOIN t ON d.k = t.k;
-- UnsupportedJoinType: LEFT JOIN
