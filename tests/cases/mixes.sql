-- table trades
--   id INT | sym STRING | client INT | qty INT | ts TIMESTAMP
--   1      | A          | 10         | 5       | 100
--   2      | A          | 20         | 6       | 200
--   3      | B          | 10         | 7       | 150
--   4      | C          | NULL       | 8       | 160
-- table quotes
--   sym STRING | bid DOUBLE | ts TIMESTAMP
--   A          | 1.0        | 90
--   A          | 1.5        | 150
--   B          | 2.0        | 150
-- table tier_log
--   client INT | tier STRING | since TIMESTAMP
--   10         | low         | 0
--   10         | high        | 120
--   20         | low         | 300
-- table fills
--   trade INT | price DOUBLE | ts TIMESTAMP
--   1         | 1.1          | 101
--   1         | 1.2          | 130
--   3         | 2.2          | 150
CREATE LOOKUP TABLE clients (id INT, name STRING, PRIMARY KEY (id)) AS VALUES (10, 'Ada'), (20, 'Bob');
CREATE VERSIONED TABLE tiers (client INT, tier STRING, since TIMESTAMP, PRIMARY KEY (client), VERSION FOR since)
WITH (connector = 'view', view = 'tier_log');

-- case: one of each kind
SELECT t.id, q.bid, c.name, v.tier, f.price
FROM trades t
LEFT ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym
LEFT JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id
LEFT JOIN tiers FOR SYSTEM_TIME AS OF t.ts v ON t.client = v.client
LEFT JOIN fills f ON t.id = f.trade AND f.ts BETWEEN t.ts AND t.ts + INTERVAL '10' SECOND;
-- plan
--   Project: t.id, q.bid, c.name, v.tier, f.price
--     IntervalJoin: type=Left, on=[t.id = f.trade, f.ts BETWEEN t.ts AND t.ts + INTERVAL '10' SECOND], bound=[0s <= right.ts - left.ts <= 10s]
--       TemporalJoin: table=tiers, keys=[t.client = client], as_of=t.ts, version=since, type=Left
--         : versions: AppendOnly, columns=[tier]
--         : ties: the larger of (tier); a SEQUENCE BY would decide them
--         : way: validity intervals, joined by key and range
--         LookupJoin: table=clients, keys=[t.client = id], type=LeftOuter
--           : source: static, strategy=replicated, columns=[id, name]
--           AsofJoin: match=[t.ts >= q.ts], keys=[t.sym = q.sym], type=Left
--             : ties: the larger of (sym, bid, ts)
--             : way: window: one sort by key and time
--             Scan: trades AS t, columns=[id, sym, client, ts]
--             Scan: quotes AS q, columns=[sym, bid, ts]
--       Scan: fills AS f, columns=[trade, price, ts]
-- rows
--   1 | 1.0  | Ada  | low  | 1.1
--   2 | 1.5  | Bob  | NULL | NULL
--   3 | 2.0  | Ada  | high | 2.2
--   4 | NULL | NULL | NULL | NULL

-- case: two ASOF joins one after the other
SELECT t.id, q.bid, f.price FROM trades t
ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym
ASOF JOIN fills f MATCH_CONDITION (t.ts <= f.ts) ON t.id = f.trade;
-- rows
--   1 | 1.0 | 1.1
--   3 | 2.0 | 2.2

-- case: the time that an earlier join brought
SELECT t.id, f.ts, v.tier FROM trades t
JOIN fills f ON t.id = f.trade
JOIN tiers FOR SYSTEM_TIME AS OF f.ts v ON t.client = v.client;
-- plan
--   Project: t.id, f.ts, v.tier
--     TemporalJoin: table=tiers, keys=[t.client = client], as_of=f.ts, version=since, type=Inner
--       : versions: AppendOnly, columns=[tier]
--       : ties: the larger of (tier); a SEQUENCE BY would decide them
--       : way: validity intervals, joined by key and range
--       Join: type=Inner, on=[t.id = f.trade]
--         Scan: trades AS t, columns=[id, client]
--         Scan: fills AS f, columns=[trade, ts]
-- rows
--   1 | 101 | low
--   1 | 130 | high
--   3 | 150 | high

-- case: the key that an earlier lookup brought may be NULL
SELECT t.id, c.name, v.tier FROM trades t
LEFT JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id AND c.name = 'Ada'
LEFT JOIN tiers FOR SYSTEM_TIME AS OF t.ts v ON c.id = v.client;
-- rows
--   1 | Ada  | low
--   2 | NULL | NULL
--   3 | Ada  | high
--   4 | NULL | NULL

-- case: a predicate of a later ON reads an earlier side
SELECT t.id, c.name, q.bid FROM trades t
JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id
LEFT ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym AND c.name = 'Ada';
-- rows
--   1 | Ada | 1.0
--   2 | Bob | NULL
--   3 | Ada | 2.0

-- case: plain joins of every kind between them
SELECT t.id, f.price, c.name FROM trades t
RIGHT JOIN fills f ON t.id = f.trade AND f.price > 1.1
LEFT JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id;
-- rows
--   NULL | 1.1 | NULL
--   1    | 1.2 | Ada
--   3    | 2.2 | Ada

-- case: a semi join hides its right side
SELECT * FROM trades t
LEFT SEMI JOIN fills f ON t.id = f.trade
JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id;
-- columns: id, sym, client, qty, ts, id, name
-- rows
--   1 | A | 10 | 5 | 100 | 10 | Ada
--   3 | B | 10 | 7 | 150 | 10 | Ada

-- case: a comma is a cross join
SELECT t.id, k.n, c.name FROM trades t, (SELECT 1 AS n) k JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id
WHERE t.id = 1;
-- rows
--   1 | 1 | Ada

-- case: rows that a left join pads are not filtered by what is pushed
SELECT t.id, c.name, q.bid FROM trades t
LEFT JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id
LEFT ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym
WHERE coalesce(c.name, 'none') <> 'Ada' AND (q.bid IS NULL OR q.bid > 1);
-- rows
--   2 | Bob  | 1.5
--   4 | NULL | NULL

-- case: duplicates of the left side stay
SELECT t.sym, q.bid FROM (SELECT * FROM trades UNION ALL SELECT * FROM trades) t
ASOF JOIN quotes q MATCH_CONDITION (t.ts >= q.ts) ON t.sym = q.sym
JOIN clients FOR SYSTEM_TIME AS OF NOW() c ON t.client = c.id WHERE t.id = 3;
-- rows
--   B | 2.0
--   B | 2.0
