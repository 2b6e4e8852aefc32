-- table ints
--   id INT | s SMALLINT | b BIGINT | d DECIMAL(6,2) | x DOUBLE
--   1      | 1          | 1        | 1.00           | 1.0
--   2      | 2          | 2        | 2.00           | -0.0
--   3      | NULL       | NULL     | 2.50           | NaN
-- table doubles
--   x DOUBLE | v STRING
--   0.0      | zero
--   NaN      | nan
--   1.0      | one
-- table decimals
--   d DECIMAL(12,4) | v STRING
--   1.0000          | one
--   2.5000          | half
-- table texts
--   s STRING | v INT
--   a        | 1
--   'a '     | 2
--   A        | 3
--   ''       | 4
--   ä        | 5
-- table wanted
--   s STRING
--   a
--   ä
--   ''
--   b
-- table moments
--   id INT | at TIMESTAMP | n TIMESTAMP_NTZ | d DATE
--   1      | 0.000001     | 10              | 1
--   2      | 0.000002     | 20              | 2
-- table stamps
--   at TIMESTAMP        | v STRING
--   0.000001            | micro
--   1900-01-01 00:00:00 | old
--   2999-01-01 00:00:00 | far
-- table naive
--   n TIMESTAMP_NTZ | v STRING
--   15              | naive
-- table days
--   d DATE     | v STRING
--   1969-12-31 | old
--   2          | second
-- table flags
--   f BOOLEAN | b BINARY
--   true      | 00
--   false     | ff
CREATE LOOKUP TABLE by_big (k BIGINT, v STRING, PRIMARY KEY (k)) AS VALUES (1L, 'one'), (2L, 'two');
CREATE LOOKUP TABLE by_flag (f BOOLEAN, v STRING, PRIMARY KEY (f)) AS VALUES (true, 'yes'), (false, 'no');
CREATE LOOKUP TABLE by_bytes (b BINARY, v STRING, PRIMARY KEY (b)) AS VALUES (X'00', 'zero');
CREATE LOOKUP TABLE by_day (d DATE, v STRING, PRIMARY KEY (d)) AS VALUES (DATE '2024-01-02', 'first');
CREATE LOOKUP TABLE wide (k INT, dec DECIMAL(38,10), arr ARRAY<INT>, st STRUCT<a: INT>, ts TIMESTAMP_NTZ, PRIMARY KEY (k))
AS VALUES (1, 1.5, array(1, 2), named_struct('a', 7), TIMESTAMP_NTZ '2024-01-01 00:00:09'), (2, NULL, NULL, NULL, NULL);

-- case: keys widen within numbers
SELECT i.id, a.v, b.v FROM ints i JOIN by_big FOR SYSTEM_TIME AS OF NOW() a ON i.s = a.k JOIN by_big FOR SYSTEM_TIME AS OF NOW() b ON i.d = b.k;
-- rows
--   1 | one | one
--   2 | two | two

-- case: zeros are equal and so are NaNs
SELECT i.id, d.v FROM ints i JOIN doubles FOR SYSTEM_TIME AS OF NOW() d ON i.x = d.x;
-- rows
--   1 | one
--   2 | zero
--   3 | nan

-- case: decimals by value
SELECT i.id, d.v FROM ints i LEFT JOIN decimals FOR SYSTEM_TIME AS OF NOW() d ON i.d = d.d;
-- rows
--   1 | one
--   2 | NULL
--   3 | half

-- case: strings byte by byte
SELECT w.s, t.v FROM wanted w LEFT JOIN texts FOR SYSTEM_TIME AS OF NOW() t ON w.s = t.s;
-- rows
--   a  | 1
--   ä  | 5
--   '' | 4
--   b  | NULL

-- case: booleans and bytes
SELECT f.f, a.v, b.v FROM flags f JOIN by_flag FOR SYSTEM_TIME AS OF NOW() a ON f.f = a.f LEFT JOIN by_bytes FOR SYSTEM_TIME AS OF NOW() b ON f.b = b.b;
-- rows
--   true  | yes | zero
--   false | no  | NULL

-- case: a date as a key
SELECT m.id, b.v FROM moments m LEFT JOIN by_day FOR SYSTEM_TIME AS OF NOW() b ON m.d = b.d;
-- rows
--   1 | first
--   2 | NULL

-- case: microseconds and times before 1970
SELECT m.id, s.v FROM moments m ASOF JOIN stamps s MATCH_CONDITION (m.at > s.at);
-- rows
--   1 | old
--   2 | micro

-- case: times without a zone
SELECT m.id, x.v FROM moments m LEFT ASOF JOIN naive x MATCH_CONDITION (m.n >= x.n);
-- rows
--   1 | NULL
--   2 | naive

-- case: dates before 1970
SELECT m.id, x.v FROM moments m ASOF JOIN days x MATCH_CONDITION (m.d >= x.d);
-- rows
--   1 | old
--   2 | second

-- case: strings have an order too
SELECT w.s, t.v FROM wanted w LEFT ASOF JOIN texts t MATCH_CONDITION (w.s > t.s);
-- rows
--   a  | 3
--   b  | 2
--   ä  | 2
--   '' | NULL

-- case: nested types come through
SELECT i.id, w.* FROM ints i LEFT JOIN wide FOR SYSTEM_TIME AS OF NOW() w ON i.id = w.k;
-- rows
--   1 | 1    | 1.5000000000 | [1, 2] | {a=7} | 9
--   2 | 2    | NULL         | NULL   | NULL  | NULL
--   3 | NULL | NULL         | NULL   | NULL  | NULL

-- case: a NULL as a key matches nothing
SELECT i.id, d.v FROM ints i LEFT JOIN by_big FOR SYSTEM_TIME AS OF NOW() d ON i.b = d.k AND NULL = d.k;
-- rows
--   1 | NULL
--   2 | NULL
--   3 | NULL
