-- table orders
--   id INT | cur STRING | amount INT | ts TIMESTAMP
--   1      | EUR        | 10         | 100
--   2      | EUR        | 20         | 200
--   3      | USD        | 30         | 200
--   4      | JPY        | 40         | 200
--   5      | NULL       | 50         | 200
--   6      | EUR        | 60         | NULL
--   7      | EUR        | 70         | 5
-- table rate_log
--   cur STRING | rate INT | valid TIMESTAMP
--   EUR        | 10       | 50
--   EUR        | 11       | 100
--   EUR        | 12       | 201
--   USD        | 20       | 200
--   NULL       | 99       | 0
--   EUR        | 13       | NULL
CREATE VERSIONED TABLE rates (cur STRING, rate INT, valid TIMESTAMP, PRIMARY KEY (cur), VERSION FOR valid)
WITH (connector = 'view', view = 'rate_log');
-- table price_log
--   _op STRING | item INT | price INT | v TIMESTAMP
--   +I         | 1        | 100       | 1
--   +U         | 1        | 101       | 4
--   -U         | 1        | 101       | 7
--   +U         | 1        | 102       | 7
--   -D         | 1        | 102       | 9
--   +I         | 1        | 103       | 12
-- table asks
--   t TIMESTAMP | item INT
--   0           | 1
--   1           | 1
--   6           | 1
--   7           | 1
--   10          | 1
--   12          | 1
CREATE VERSIONED TABLE prices (_op STRING, item INT, price INT, v TIMESTAMP, PRIMARY KEY (item), VERSION FOR v)
WITH (connector = 'view', view = 'price_log', op.column = '_op');
CREATE VERSIONED TABLE retracted (item INT, price INT, v TIMESTAMP, PRIMARY KEY (item), VERSION FOR v)
WITH (connector = 'view', view = 'price_log', op.column = '_op', on.delete = 'retract');
-- table shift_log
--   worker INT | team STRING | since DATE
--   1          | red         | 1
--   2          | red         | 1
--   1          | blue        | 5
--   3          | blue        | 2
CREATE VERSIONED TABLE shifts (worker INT, team STRING, since DATE, PRIMARY KEY (worker), VERSION FOR since)
WITH (connector = 'view', view = 'shift_log');
-- table events
--   team STRING | d DATE
--   red         | 3
--   blue        | 6
--   red         | 6
-- table tie_log
--   k INT | seq INT | v STRING | at INT
--   1     | 1       | z        | 5
--   1     | 2       | a        | 5
--   2     | 1       | a        | 5
--   2     | 1       | b        | 5
-- table probes
--   k INT | p INT
--   1     | 9
--   2     | 5
CREATE VERSIONED TABLE ties (k INT, seq INT, v STRING, at INT, PRIMARY KEY (k), VERSION FOR at SEQUENCE BY seq)
WITH (connector = 'view', view = 'tie_log');

-- case: the version that was valid at the time of the row
SELECT o.id, o.amount * r.rate AS total FROM orders o JOIN rates FOR SYSTEM_TIME AS OF o.ts AS r ON o.cur = r.cur;
-- plan
--   Project: o.id, o.amount * r.rate AS total
--     TemporalJoin: table=rates, keys=[o.cur = cur], as_of=o.ts, version=valid, type=Inner
--       : versions: AppendOnly, columns=[rate]
--       : ties: the larger of (rate); a SEQUENCE BY would decide them
--       : way: validity intervals, joined by key and range
--       Scan: orders AS o, columns=[id, cur, amount, ts]
-- columns: id, total
-- rows
--   1 | 110
--   2 | 220
--   3 | 600

-- case: left keeps rows without a version
SELECT o.id, r.cur, r.valid FROM orders o LEFT JOIN rates FOR SYSTEM_TIME AS OF o.ts r ON o.cur = r.cur;
-- plan
--   Project: o.id, r.cur, r.valid
--     TemporalJoin: table=rates, keys=[o.cur = cur], as_of=o.ts, version=valid, type=Left
--       : versions: AppendOnly, columns=[cur, valid]
--       : ties: the larger of (rate); a SEQUENCE BY would decide them
--       : way: validity intervals, joined by key and range
--       Scan: orders AS o, columns=[id, cur, ts]
-- rows
--   1 | EUR  | 100
--   2 | EUR  | 100
--   3 | USD  | 200
--   4 | NULL | NULL
--   5 | NULL | NULL
--   6 | NULL | NULL
--   7 | NULL | NULL

-- case: the alias before the clause
SELECT o.id, r.rate FROM orders AS o JOIN rates AS r FOR SYSTEM_TIME AS OF o.ts ON r.cur = o.cur WHERE r.rate > 11;
-- rows
--   3 | 20

-- case: a predicate of ON is tested on that one version
SELECT o.id, r.rate FROM orders o LEFT JOIN rates FOR SYSTEM_TIME AS OF o.ts r ON o.cur = r.cur AND r.rate < 11
WHERE o.cur = 'EUR';
-- plan
--   Project: o.id, r.rate
--     Filter: o.cur = 'EUR'
--       TemporalJoin: table=rates, keys=[o.cur = cur], as_of=o.ts, version=valid, type=Left, on=[r.rate < 11]
--         : versions: AppendOnly, columns=[rate]
--         : ties: the larger of (rate); a SEQUENCE BY would decide them
--         : way: validity intervals, joined by key and range
--         Scan: orders AS o, columns=[id, cur, ts], filter=[o.cur = 'EUR']
-- rows
--   1 | NULL
--   2 | NULL
--   6 | NULL
--   7 | NULL

-- case: a time that is computed
SELECT o.id, r.rate FROM orders o JOIN rates FOR SYSTEM_TIME AS OF o.ts - INTERVAL '1' SECOND r ON o.cur = r.cur;
-- rows
--   1 | 10
--   2 | 11

-- case: a constant time
SELECT o.id, r.rate FROM orders o JOIN rates FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:01:00' r USING (cur);
-- columns: id, rate
-- rows
--   1 | 10
--   2 | 10
--   6 | 10
--   7 | 10

-- case: a changelog with a delete
SELECT a.t, p.price FROM asks a LEFT JOIN prices FOR SYSTEM_TIME AS OF a.t p ON a.item = p.item;
-- plan
--   Project: a.t, p.price
--     TemporalJoin: table=prices, keys=[a.item = item], as_of=a.t, version=v, type=Left
--       : versions: NonAppendOnly, on.delete=end, columns=[price]
--       : ties: a delete, then the larger of (price); a SEQUENCE BY would decide them
--       : way: validity intervals, joined by key and range
--       Scan: asks AS a, columns=[t, item]
-- rows
--   0  | NULL
--   1  | 100
--   6  | 101
--   7  | 102
--   10 | NULL
--   12 | 103

-- case: a delete that takes back
SELECT a.t, p.price FROM asks a JOIN retracted FOR SYSTEM_TIME AS OF a.t p ON a.item = p.item;
-- rows
--   1  | 100
--   6  | 101
--   7  | 102
--   10 | 102
--   12 | 103

-- case: keys that do not cover the primary key match each of them
SELECT e.team, e.d, s.worker FROM events e JOIN shifts FOR SYSTEM_TIME AS OF e.d s ON e.team = s.team;
-- rows
--   red  | 3 | 1
--   red  | 3 | 2
--   blue | 6 | 1
--   blue | 6 | 3
--   red  | 6 | 2

-- case: of several versions of one time the larger sequence wins and then the larger row
SELECT p.k, t.v FROM probes p JOIN ties FOR SYSTEM_TIME AS OF p.p t ON p.k = t.k;
-- rows
--   1 | a
--   2 | b

-- case: as of now on a history
SELECT DISTINCT o.cur, r.rate FROM orders o JOIN rates FOR SYSTEM_TIME AS OF NOW() r ON o.cur = r.cur;
-- plan
--   Project: o.cur, r.rate
--     TemporalJoin: table=rates, keys=[o.cur = cur], as_of=NOW(), version=valid, type=Inner
--       : versions: AppendOnly, columns=[rate]
--       : ties: the larger of (rate); a SEQUENCE BY would decide them
--       : way: validity intervals, joined by key and range
--       Scan: orders AS o, columns=[cur]
-- rows
--   EUR | 12
--   USD | 20

-- case: versioned on a column of a view
SELECT o.id, r.rate FROM orders o JOIN rate_log FOR SYSTEM_TIME AS OF o.ts VERSIONED ON valid AS r ON o.cur = r.cur;
-- plan
--   Project: o.id, r.rate
--     TemporalJoin: table=rate_log, keys=[o.cur = cur], as_of=o.ts, version=valid, type=Inner
--       : versions: AppendOnly, columns=[rate]
--       : ties: the larger of (rate); a SEQUENCE BY would decide them
--       : way: validity intervals, joined by key and range
--       Scan: orders AS o, columns=[id, cur, ts]
-- rows
--   1 | 11
--   2 | 11
--   3 | 20

-- case: the log itself
SELECT count(*) AS n, min(rate) AS low FROM rates;
-- rows
--   6 | 10

-- case: EMIT CHANGES shows that each row is new
SELECT o.id, r.rate FROM orders o JOIN rates FOR SYSTEM_TIME AS OF o.ts r ON o.cur = r.cur EMIT CHANGES;
-- columns: id, rate, _op
-- twin: none
-- rows
--   1 | 11 | +I
--   2 | 11 | +I
--   3 | 20 | +I
