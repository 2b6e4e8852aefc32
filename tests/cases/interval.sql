-- table clicks
--   id INT | usr INT | ts TIMESTAMP
--   1      | 7       | 100
--   2      | 7       | 200
--   3      | 8       | 100
--   4      | NULL    | 100
-- table buys
--   usr INT | what STRING | ts TIMESTAMP
--   7       | hat         | 105
--   7       | pen         | 110
--   7       | old         | 90
--   8       | cap         | 500
--   NULL    | nil         | 100
CREATE LOOKUP TABLE users (id INT, name STRING, PRIMARY KEY (id)) AS VALUES (7, 'Ada'), (8, 'Bob');

-- case: plain and untouched
SELECT c.id, b.what FROM clicks c JOIN buys b ON c.usr = b.usr AND b.ts BETWEEN c.ts AND c.ts + INTERVAL '10' SECOND;
-- rows
--   1 | hat
--   1 | pen

-- case: beside a lookup the bound is recognised
SELECT c.id, b.what, u.name FROM clicks c
JOIN buys b ON c.usr = b.usr AND b.ts BETWEEN c.ts - INTERVAL '10' SECOND AND c.ts + INTERVAL '5' SECOND
JOIN users FOR SYSTEM_TIME AS OF NOW() u ON c.usr = u.id;
-- plan
--   Project: c.id, b.what, u.name
--     LookupJoin: table=users, keys=[c.usr = id], type=Inner
--       : source: static, strategy=replicated, columns=[id, name]
--       IntervalJoin: type=Inner, on=[c.usr = b.usr, b.ts BETWEEN c.ts - INTERVAL '10' SECOND AND c.ts + INTERVAL '5' SECOND], bound=[-10s <= right.ts - left.ts <= 5s]
--         Scan: clicks AS c, columns=[id, usr, ts]
--         Scan: buys AS b, columns=[usr, what, ts]
-- rows
--   1 | hat | Ada
--   1 | old | Ada

-- case: two comparisons either way round
SELECT c.id, b.what, u.name FROM clicks c
LEFT JOIN buys b ON c.usr = b.usr AND c.ts <= b.ts AND b.ts - c.ts < INTERVAL '10' SECOND
JOIN users FOR SYSTEM_TIME AS OF NOW() u ON c.usr = u.id;
-- plan
--   Project: c.id, b.what, u.name
--     LookupJoin: table=users, keys=[c.usr = id], type=Inner
--       : source: static, strategy=replicated, columns=[id, name]
--       IntervalJoin: type=Left, on=[c.usr = b.usr, c.ts <= b.ts, b.ts - c.ts < INTERVAL '10' SECOND], bound=[0s <= right.ts - left.ts <= 10s]
--         Scan: clicks AS c, columns=[id, usr, ts]
--         Scan: buys AS b, columns=[usr, what, ts]
-- rows
--   1 | hat  | Ada
--   2 | NULL | Ada
--   3 | NULL | Bob

-- case: an absolute distance
SELECT c.id, b.what, u.name FROM clicks c
JOIN buys b ON c.usr = b.usr AND ABS(c.ts - b.ts) <= INTERVAL '5' SECOND
JOIN users FOR SYSTEM_TIME AS OF NOW() u ON c.usr = u.id;
-- plan
--   Project: c.id, b.what, u.name
--     LookupJoin: table=users, keys=[c.usr = id], type=Inner
--       : source: static, strategy=replicated, columns=[id, name]
--       IntervalJoin: type=Inner, on=[c.usr = b.usr, ABS(c.ts - b.ts) <= INTERVAL '5' SECOND], bound=[-5s <= right.ts - left.ts <= 5s]
--         Scan: clicks AS c, columns=[id, usr, ts]
--         Scan: buys AS b, columns=[usr, what, ts]
-- rows
--   1 | hat | Ada

-- case: the bound in WHERE
SELECT c.id, b.what, u.name FROM clicks c JOIN buys b ON c.usr = b.usr
JOIN users FOR SYSTEM_TIME AS OF NOW() u ON c.usr = u.id
WHERE b.ts BETWEEN c.ts AND c.ts + INTERVAL '1' MINUTE;
-- plan
--   Project: c.id, b.what, u.name
--     Filter: b.ts BETWEEN c.ts AND c.ts + INTERVAL '1' MINUTE
--       LookupJoin: table=users, keys=[c.usr = id], type=Inner
--         : source: static, strategy=replicated, columns=[id, name]
--         : local=[b.ts BETWEEN c.ts AND c.ts + INTERVAL '1' MINUTE]
--         IntervalJoin: type=Inner, on=[c.usr = b.usr], bound=[0s <= right.ts - left.ts <= 60s]
--           Scan: clicks AS c, columns=[id, usr, ts]
--           Scan: buys AS b, columns=[usr, what, ts]
-- rows
--   1 | hat | Ada
--   1 | pen | Ada

-- case: right and full keep their rows
SELECT c.id, b.what, u.name FROM clicks c
FULL JOIN buys b ON c.usr = b.usr AND b.ts BETWEEN c.ts AND c.ts + INTERVAL '5' SECOND
LEFT JOIN users FOR SYSTEM_TIME AS OF NOW() u ON c.usr = u.id;
-- rows
--   1    | hat  | Ada
--   2    | NULL | Ada
--   3    | NULL | Bob
--   4    | NULL | NULL
--   NULL | pen  | NULL
--   NULL | old  | NULL
--   NULL | cap  | NULL
--   NULL | nil  | NULL

-- case: semi and anti
SELECT c.id, u.name FROM clicks c
LEFT ANTI JOIN buys b ON c.usr = b.usr AND b.ts BETWEEN c.ts AND c.ts + INTERVAL '5' SECOND
JOIN users FOR SYSTEM_TIME AS OF NOW() u ON c.usr = u.id;
-- rows
--   2 | Ada
--   3 | Bob
