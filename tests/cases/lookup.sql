-- table orders
--   id INT | customer INT | country STRING | total DOUBLE
--   1      | 10           | SE             | 5.0
--   2      | 20           | NO             | 6.0
--   3      | 99           | SE             | 7.0
--   4      | NULL         | DK             | 8.0
--   5      | 10           | NULL           | 9.0
CREATE LOOKUP TABLE customers (id INT, name STRING, country STRING, PRIMARY KEY (id))
AS VALUES (10, 'Ada', 'SE'), (20, 'Bob', NULL), (30, 'Cyd', 'DK');
CREATE LOOKUP TABLE taxes (country STRING, kind STRING, rate INT, PRIMARY KEY (country, kind))
AS VALUES ('SE', 'food', 12), ('SE', 'other', 25), ('NO', 'food', 15), ('NO', 'other', 25);
CREATE LOOKUP TABLE notes AS SELECT * FROM VALUES (10, 'late'), (10, 'rich') AS t(id, note);

-- case: the current row
SELECT o.id, c.name FROM orders o JOIN customers FOR SYSTEM_TIME AS OF NOW() AS c ON o.customer = c.id;
-- plan
--   Project: o.id, c.name
--     LookupJoin: table=customers, keys=[o.customer = id], type=Inner
--       : source: static, strategy=replicated, columns=[id, name]
--       Scan: orders AS o, columns=[id, customer]
-- rows
--   1 | Ada
--   2 | Bob
--   5 | Ada

-- case: left pads
SELECT o.id, c.* FROM orders o LEFT JOIN customers FOR SYSTEM_TIME AS OF PROCTIME() c ON o.customer = c.id;
-- columns: id, id, name, country
-- rows
--   1 | 10   | Ada  | SE
--   2 | 20   | Bob  | NULL
--   3 | NULL | NULL | NULL
--   4 | NULL | NULL | NULL
--   5 | 10   | Ada  | SE

-- case: rows that are missing are found
SELECT o.id FROM orders o LEFT JOIN customers FOR SYSTEM_TIME AS OF NOW() c ON o.customer = c.id WHERE c.id IS NULL;
-- plan
--   Project: o.id
--     Filter: c.id IS NULL
--       LookupJoin: table=customers, keys=[o.customer = id], type=LeftOuter
--         : source: static, strategy=replicated, columns=[id]
--         : local=[c.id IS NULL]
--         Scan: orders AS o, columns=[id, customer]
-- rows
--   3
--   4

-- case: a predicate of ON drops no row of a left join
SELECT o.id, c.name FROM orders o LEFT JOIN customers FOR SYSTEM_TIME AS OF NOW() c
ON o.customer = c.id AND c.country = 'SE' AND o.total > 5;
-- rows
--   1 | NULL
--   2 | NULL
--   3 | NULL
--   4 | NULL
--   5 | Ada

-- case: the clause left out
SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer = c.id;
-- plan
--   Project: o.id, c.name
--     LookupJoin: table=customers, keys=[o.customer = id], type=Inner
--       : source: static, strategy=replicated, columns=[id, name]
--       : note: customers is joined as of NOW(), which the statement leaves out
--       Scan: orders AS o, columns=[id, customer]
-- rows
--   1 | Ada
--   2 | Bob
--   5 | Ada

-- case: the lookup table on the left
SELECT * FROM customers c JOIN orders o ON c.id = o.customer;
-- columns: id, name, country, id, customer, country, total
-- rows
--   10 | Ada | SE   | 1 | 10 | SE   | 5.0
--   10 | Ada | SE   | 5 | 10 | NULL | 9.0
--   20 | Bob | NULL | 2 | 20 | NO   | 6.0

-- case: a part of the primary key multiplies
SELECT o.id, t.kind, t.rate FROM orders o JOIN taxes FOR SYSTEM_TIME AS OF NOW() t ON o.country = t.country WHERE o.id < 3;
-- rows
--   1 | food  | 12
--   1 | other | 25
--   2 | food  | 15
--   2 | other | 25

-- case: a key of two columns and one of them constant
SELECT o.id, t.rate FROM orders o JOIN taxes FOR SYSTEM_TIME AS OF NOW() t ON t.country = o.country AND t.kind = 'food';
-- rows
--   1 | 12
--   2 | 15
--   3 | 12

-- case: no declared key
SELECT o.id, n.note FROM orders o JOIN notes FOR SYSTEM_TIME AS OF NOW() n ON o.customer = n.id;
-- rows
--   1 | late
--   1 | rich
--   5 | late
--   5 | rich

-- case: the key of the stream may be an expression
SELECT o.id, c.name FROM orders o JOIN customers FOR SYSTEM_TIME AS OF NOW() c ON o.id * 10 = c.id;
-- rows
--   1 | Ada
--   2 | Bob
--   3 | Cyd

-- case: the same table twice
SELECT o.id, a.name, b.name AS other FROM orders o JOIN customers FOR SYSTEM_TIME AS OF NOW() a ON o.customer = a.id
LEFT JOIN customers FOR SYSTEM_TIME AS OF NOW() b ON o.id * 10 = b.id;
-- plan
--   Project: o.id, a.name, b.name AS other
--     LookupJoin: table=customers, keys=[o.id * 10 = id], type=LeftOuter
--       : source: static, strategy=replicated, columns=[id, name]
--       LookupJoin: table=customers, keys=[o.customer = id], type=Inner
--         : source: static, strategy=replicated, columns=[id, name]
--         Scan: orders AS o, columns=[id, customer]
-- rows
--   1 | Ada | Ada
--   2 | Bob | Bob
--   5 | Ada | NULL

-- case: a view of Spark as of now
SELECT o.id, p.id AS peer FROM orders o JOIN orders FOR SYSTEM_TIME AS OF NOW() p ON o.country = p.country AND p.id <> o.id;
-- rows
--   1 | 3
--   3 | 1

-- case: the table alone is read as a whole
SELECT name FROM customers WHERE country IS NOT NULL ORDER BY name;
-- rows
--   Ada
--   Cyd

-- case: the table alone as of now
SELECT c.name FROM customers FOR SYSTEM_TIME AS OF NOW() AS c WHERE c.id = 30;
-- rows
--   Cyd

-- case: null safe equality is a predicate beside the key
SELECT o.id, c.name FROM orders o JOIN customers FOR SYSTEM_TIME AS OF NOW() c ON o.customer = c.id AND o.country <=> c.country;
-- rows
--   1 | Ada

-- case: a key inside every branch of an OR
SELECT o.id, c.name FROM orders o JOIN customers FOR SYSTEM_TIME AS OF NOW() c
ON (o.customer = c.id AND o.total < 6) OR (o.customer = c.id AND c.country IS NULL);
-- rows
--   1 | Ada
--   2 | Bob

-- case: the key of the stream may be a CASE
SELECT o.id, c.name FROM orders o JOIN customers FOR SYSTEM_TIME AS OF NOW() c ON CASE WHEN o.total = 5 AND o.id = 1 THEN 30 ELSE o.customer END = c.id;
-- rows
--   1 | Cyd
--   2 | Bob
--   5 | Ada
