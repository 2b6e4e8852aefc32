-- table a
--   id INT | k INT | ts TIMESTAMP | v STRING
--   1      | 10    | 5            | x
--   2      | 20    | 6            | y
--   3      | NULL  | 7            | z
-- table b
--   k INT | ts TIMESTAMP | w STRING
--   10    | 4            | p
--   30    | 9            | q
CREATE LOOKUP TABLE dim (k INT, name STRING, PRIMARY KEY (k)) AS VALUES (10, 'ten'), (20, 'twenty'), (30, 'thirty');

-- case: a lookup by USING
SELECT k, id, name FROM a JOIN dim FOR SYSTEM_TIME AS OF NOW() USING (k);
-- columns: k, id, name
-- rows
--   10 | 1 | ten
--   20 | 2 | twenty

-- case: the merged column comes first and once
SELECT * FROM a LEFT JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d USING (k);
-- columns: k, id, ts, v, name
-- rows
--   10   | 1 | 5 | x | ten
--   20   | 2 | 6 | y | twenty
--   NULL | 3 | 7 | z | NULL

-- case: both sides are still there under their alias
SELECT a.k, d.k AS other, k FROM a LEFT JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d USING (k) WHERE d.k IS NULL;
-- columns: k, other, k
-- rows
--   NULL | NULL | NULL

-- case: a star of each side
SELECT d.*, a.* FROM a JOIN dim FOR SYSTEM_TIME AS OF NOW() d USING (k) WHERE id = 1;
-- columns: k, name, k, id, ts, v
-- rows
--   10 | ten | 10 | 1 | 5 | x

-- case: USING twice in a row
SELECT * FROM a JOIN dim FOR SYSTEM_TIME AS OF NOW() d USING (k) LEFT ASOF JOIN b USING (k, ts);
-- columns: k, ts, id, v, name, w
-- rows
--   10 | 5 | 1 | x | ten    | p
--   20 | 6 | 2 | y | twenty | NULL

-- case: behind a FULL JOIN USING the merged column is either side
SELECT k, a.id, b.w, name FROM a FULL JOIN b USING (k) JOIN dim FOR SYSTEM_TIME AS OF NOW() d USING (k);
-- rows
--   10 | 1    | p    | ten
--   20 | 2    | NULL | twenty
--   30 | NULL | q    | thirty

-- case: behind a RIGHT JOIN USING it is the right side
SELECT k, w, name FROM a RIGHT JOIN b USING (k) LEFT JOIN dim FOR SYSTEM_TIME AS OF NOW() d USING (k);
-- rows
--   10 | p | ten
--   30 | q | thirty

-- case: NATURAL takes all names that both sides have
SELECT * FROM a NATURAL JOIN dim FOR SYSTEM_TIME AS OF NOW();
-- columns: k, id, ts, v, name
-- rows
--   10 | 1 | 5 | x | ten
--   20 | 2 | 6 | y | twenty

-- case: USING in any case
SELECT K, NAME FROM a JOIN dim FOR SYSTEM_TIME AS OF NOW() USING (K);
-- columns: K, NAME
-- rows
--   10 | ten
--   20 | twenty
