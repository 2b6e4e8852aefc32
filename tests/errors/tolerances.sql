SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND «q.ts - t.ts <= INTERVAL '5' SECOND») ON t.k = q.k;
-- InvalidMatchCondition: t.ts - q.ts <= INTERVAL

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts <= q.ts AND «t.ts - q.ts <= INTERVAL '5' SECOND») ON t.k = q.k;
-- InvalidMatchCondition: q.ts - t.ts <= INTERVAL

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= «INTERVAL '-5' SECOND») ON t.k = q.k;
-- InvalidMatchCondition: t.ts - q.ts <= INTERVAL

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= «-INTERVAL '5' SECOND») ON t.k = q.k;
-- InvalidMatchCondition: t.ts - q.ts <= INTERVAL

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND «t.ts - q.ts < INTERVAL '5' SECOND») ON t.k = q.k;
-- InvalidMatchCondition: t.ts - q.ts <= INTERVAL

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= «t.gap») ON t.k = q.k;
-- InvalidMatchCondition: t.ts - q.ts <= INTERVAL

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= «INTERVAL '5' PARSEC») ON t.k = q.k;
-- SqlSyntaxError: INTERVAL '5' SECOND

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= «INTERVAL '5' SECND») ON t.k = q.k;
-- SqlSyntaxError: INTERVAL '5' SECOND

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= INTERVAL '5' SECOND AND «t.ts - q.ts <= INTERVAL '6' SECOND») ON t.k = q.k;
-- InvalidMatchCondition

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION ((t.ts, t.id) >= (q.ts, q.v) AND t.ts - q.ts <= INTERVAL '5' SECOND) ON t.k = q.k;
-- InvalidMatchCondition

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (NEAREST (t.ts, q.ts, «INTERVAL '-5' SECOND»)) ON t.k = q.k;
-- InvalidMatchCondition: NEAREST (l.ts, r.ts, INTERVAL

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (NEAREST (t.ts, q.ts, «t.gap»)) ON t.k = q.k;
-- InvalidMatchCondition: NEAREST (l.ts, r.ts, INTERVAL
