-- table trades
--   id INT | sym STRING | qty INT | ts TIMESTAMP
--   1      | A          | 10      | 10
--   2      | A          | 20      | 12
--   3      | B          | 30      | 12
--   4      | C          | 40      | 12
--   5      | NULL       | 50      | 12
--   6      | A          | 60      | NULL
--   7      | A          | 70      | 1
-- table quotes
--   sym STRING | bid DOUBLE | venue STRING | ts TIMESTAMP
--   A          | 1.0        | X            | 5
--   A          | 1.1        | Y            | 10
--   A          | 1.2        | X            | 11
--   A          | 9.9        | X            | NULL
--   B          | 2.0        | Y            | 15
--   NULL       | 7.0        | X            | 3
-- table ticks
--   at INT | v STRING
--   1      | one
--   4      | four
--   8      | eight
-- table probes
--   p INT
--   0
--   4
--   6
--   9
-- table days
--   d DATE | what STRING
--   1      | first
--   5      | fifth
-- table visits
--   sym STRING | d DATE
--   A          | 4
--   A          | 9
--   A          | 0

-- case: backward takes the last at or before
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym;
-- plan
--   Project: t.id, q.bid
--     AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], type=Inner
--       : ties: the larger of (sym, bid, ts)
--       : way: window: one sort by key and time
--       Scan: trades AS t, columns=[id, sym, ts]
--       Scan: quotes AS q, columns=[sym, bid, ts]
-- columns: id, bid
-- rows
--   1 | 1.1
--   2 | 1.2

-- case: strict backward skips the same time
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts > q.ts) ON t.sym = q.sym;
-- rows
--   1 | 1.0
--   2 | 1.2

-- case: forward takes the first at or after
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts <= q.ts) ON t.sym = q.sym;
-- rows
--   1 | 1.1
--   3 | 2.0
--   7 | 1.0

-- case: strict forward skips the same time
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts < q.ts) ON t.sym = q.sym;
-- rows
--   1 | 1.2
--   3 | 2.0
--   7 | 1.0

-- case: the sides of the condition may be swapped
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (q.ts <= t.ts) ON q.sym = t.sym;
-- rows
--   1 | 1.1
--   2 | 1.2

-- case: left keeps what has no match
SELECT t.id, q.sym, q.bid FROM trades t LEFT ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym;
-- plan
--   Project: t.id, q.sym, q.bid
--     AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], type=Left
--       : ties: the larger of (sym, bid, ts)
--       : way: window: one sort by key and time
--       Scan: trades AS t, columns=[id, sym, ts]
--       Scan: quotes AS q, columns=[sym, bid, ts]
-- rows
--   1 | A    | 1.1
--   2 | A    | 1.2
--   3 | NULL | NULL
--   4 | NULL | NULL
--   5 | NULL | NULL
--   6 | NULL | NULL
--   7 | NULL | NULL

-- case: the word before or behind LEFT
SELECT t.id, q.bid FROM trades t ASOF LEFT OUTER JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym WHERE t.id < 4;
-- rows
--   1 | 1.1
--   2 | 1.2
--   3 | NULL

-- case: the inequality in ON says the same
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q ON t.sym = q.sym AND t.ts >= q.ts;
-- rows
--   1 | 1.1
--   2 | 1.2

-- case: USING takes its last column as the time
SELECT sym, ts, t.id, q.bid FROM trades t ASOF JOIN quotes q USING (sym, ts);
-- columns: sym, ts, id, bid
-- rows
--   A | 10 | 1 | 1.1
--   A | 12 | 2 | 1.2

-- case: a star over USING shows its columns once and first
SELECT * FROM trades t ASOF JOIN quotes q USING (sym, ts);
-- columns: sym, ts, id, qty, bid, venue
-- rows
--   A | 10 | 1 | 10 | 1.1 | Y
--   A | 12 | 2 | 20 | 1.2 | X

-- case: USING beside a match condition
SELECT sym, t.ts AS at, q.ts AS quoted FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) USING (sym);
-- rows
--   A | 10 | 10
--   A | 12 | 11

-- case: predicates of ON choose before the closest is taken
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym AND q.venue = 'Y';
-- plan
--   Project: t.id, q.bid
--     AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], type=Inner
--       : ties: the larger of (sym, bid, venue, ts)
--       : way: window: one sort by key and time
--       Scan: trades AS t, columns=[id, sym, ts]
--       Scan: quotes AS q, columns=[sym, bid, venue, ts], filter=[q.venue = 'Y']
-- rows
--   1 | 1.1
--   2 | 1.1

-- case: a predicate of WHERE filters after the closest is taken
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym WHERE q.venue = 'Y';
-- plan
--   Project: t.id, q.bid
--     Filter: q.venue = 'Y'
--       AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], type=Inner
--         : ties: the larger of (sym, bid, venue, ts)
--         : way: window: one sort by key and time
--         Scan: trades AS t, columns=[id, sym, ts]
--         Scan: quotes AS q, columns=[sym, bid, venue, ts]
-- rows
--   1 | 1.1

-- case: a predicate of ON over both sides
SELECT t.id, q.bid FROM trades t LEFT ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts)
ON t.sym = q.sym AND t.qty > 10 * q.bid WHERE t.id <= 2;
-- rows
--   1 | NULL
--   2 | 1.2

-- case: a tolerance is inclusive
SELECT t.id, q.bid FROM trades t LEFT ASOF JOIN quotes q
MATCH_CONDITION (t.ts >= q.ts AND t.ts - q.ts <= INTERVAL '1' SECOND) ON t.sym = q.sym WHERE t.sym = 'A';
-- plan
--   Project: t.id, q.bid
--     Filter: t.sym = 'A'
--       AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], tolerance=INTERVAL '1' SECOND, type=Left
--         : ties: the larger of (sym, bid, ts)
--         : way: window: one sort by key and time
--         Scan: trades AS t, columns=[id, sym, ts], filter=[t.sym = 'A']
--         Scan: quotes AS q, columns=[sym, bid, ts]
-- rows
--   1 | 1.1
--   2 | 1.2
--   6 | NULL
--   7 | NULL

-- case: a tolerance of nothing asks for the same time
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q
MATCH_CONDITION (t.ts >= q.ts AND t.ts <= q.ts + INTERVAL '0' SECOND) ON t.sym = q.sym;
-- rows
--   1 | 1.1

-- case: a tolerance forward
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q
MATCH_CONDITION (t.ts <= q.ts AND q.ts - t.ts <= INTERVAL '2999' MILLISECOND) ON t.sym = q.sym;
-- rows
--   1 | 1.1

-- case: nearest looks both ways
SELECT p.p, k.v FROM probes p ASOF JOIN ticks k MATCH_CONDITION (NEAREST (p.p, k.at));
-- plan
--   Project: p.p, k.v
--     AsofJoin: match=[NEAREST (p.p, k.at)], type=Inner
--       : ties: the larger of (at, v)
--       : way: window: one sort by key and time
--       Scan: probes AS p, columns=[p]
--       Scan: ticks AS k, columns=[at, v]
-- rows
--   0 | one
--   4 | four
--   6 | four
--   9 | eight

-- case: nearest within a distance
SELECT p.p, k.v FROM probes p LEFT ASOF JOIN ticks k MATCH_CONDITION (NEAREST (p.p, k.at, 1));
-- rows
--   0 | one
--   4 | four
--   6 | NULL
--   9 | eight

-- case: without keys
SELECT p.p, k.v FROM probes p LEFT ASOF JOIN ticks k MATCH_CONDITION (p.p > k.at);
-- rows
--   0 | NULL
--   4 | one
--   6 | four
--   9 | eight

-- case: a tuple compares field by field
SELECT p.p, k.v FROM probes p ASOF JOIN ticks k MATCH_CONDITION ((p.p, 'g') >= (k.at, k.v));
-- rows
--   4 | four
--   6 | four
--   9 | eight

-- case: dates
SELECT v.d, x.what FROM visits v ASOF JOIN days x MATCH_CONDITION (v.d >= x.d);
-- rows
--   4 | first
--   9 | fifth

-- case: a time that is computed
SELECT p.p, k.v FROM probes p ASOF JOIN ticks k MATCH_CONDITION (p.p + 2 >= k.at);
-- rows
--   0 | one
--   4 | four
--   6 | eight
--   9 | eight

-- case: a quote joined with itself
SELECT a.bid, b.bid AS before FROM quotes a LEFT ASOF JOIN quotes b MATCH_CONDITION (a.ts > b.ts) ON a.sym = b.sym;
-- columns: bid, before
-- rows
--   1.0 | NULL
--   1.1 | 1.0
--   1.2 | 1.1
--   9.9 | NULL
--   2.0 | NULL
--   7.0 | NULL

-- case: EMIT has no say over whole tables
SELECT t.id, q.bid FROM trades t ASOF JOIN quotes q ON t.sym = q.sym AND t.ts >= q.ts EMIT ON WATERMARK;
-- rows
--   1 | 1.1
--   2 | 1.2

-- case: a second inequality in ON that compares no times filters before the choice
SELECT t.id, q.bid FROM trades t LEFT ASOF JOIN quotes q ON t.sym = q.sym AND t.ts >= q.ts AND q.bid < t.id;
-- rows
--   1 | NULL
--   2 | 1.2
--   3 | NULL
--   4 | NULL
--   5 | NULL
--   6 | NULL
--   7 | NULL
