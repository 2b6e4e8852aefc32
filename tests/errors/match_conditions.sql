SELECT 1 FROM t ASOF «JOIN» q ON t.k = q.k;
-- MatchConditionRequired: MATCH_CONDITION (left.time >= right.time)

SELECT 1 FROM t ASOF «JOIN» q;
-- MatchConditionRequired: MATCH_CONDITION (left.time >= right.time)

SELECT 1 FROM t «NATURAL» ASOF JOIN q;
-- MatchConditionRequired: MATCH_CONDITION

SELECT 1 FROM t JOIN q «MATCH_CONDITION (t.ts >= q.ts)» ON t.k = q.k;
-- SqlSyntaxError: Write ASOF JOIN.

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) «MATCH_CONDITION (t.ts > q.ts)» ON t.k = q.k;
-- InvalidMatchCondition: Leave one

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND «t.id <= q.v») ON t.k = q.k;
-- InvalidMatchCondition: move the other to ON

SELECT 1 FROM t ASOF JOIN q ON t.ts >= q.ts AND «t.ts < q.ts»;
-- InvalidMatchCondition: move the other to ON

SELECT 1 FROM t ASOF JOIN q «MATCH_CONDITION ()» ON t.k = q.k;
-- InvalidMatchCondition: MATCH_CONDITION (left.time >= right.time)

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («t.ts = q.ts») ON t.k = q.k;
-- InvalidMatchCondition: left.time >= right.time

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («t.ts >= t.ts») ON t.k = q.k;
-- InvalidMatchCondition: left.time >= right.time

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («t.ts») ON t.k = q.k;
-- InvalidMatchCondition: left.time >= right.time

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («NEAREST (t.ts)») ON t.k = q.k;
-- InvalidMatchCondition: NEAREST (l.ts, r.ts)

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («NEAREST (t.ts, t.ts)») ON t.k = q.k;
-- InvalidMatchCondition

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («NEAREST ((t.ts, t.id), (q.ts, q.v))») ON t.k = q.k;
-- InvalidMatchCondition

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) «FOR SYSTEM_TIME AS OF NOW()» ON t.k = q.k;
-- SqlSyntaxError: Leave one

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts «AND»);
-- InvalidMatchCondition

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («(t.ts, t.id) >= (q.ts)»);
-- InvalidMatchCondition

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (NEAREST («t.k», q.k));
-- TimeTypeMismatch: numbers, dates or timestamps

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (NEAREST (t.ts, q.ts, «5»));
-- InvalidMatchCondition: INTERVAL between times
