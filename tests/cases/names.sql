-- table t
--   id INT | k STRING | v INT | `Order No` INT
--   1      | a        | 10    | 100
--   2      | b        | 20    | 200
-- table q
--   k STRING | v INT | at INT
--   a        | 7     | 0
--   b        | 8     | 2
CREATE LOOKUP TABLE dim (k STRING, v INT, `first name` STRING, `x.y` INT, `tick``ed` INT, PRIMARY KEY (k))
AS VALUES ('a', 1, 'Ada', 11, 111), ('b', 2, 'Bob', 22, 222);
CREATE LOOKUP TABLE part (k STRING, s STRUCT<v: INT, w: STRING>, PRIMARY KEY (k))
AS SELECT * FROM VALUES ('a', named_struct('v', 5, 'w', 'five')) AS x(k, s);

-- case: a star shows the columns of both sides in order
SELECT * FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 1;
-- columns: id, k, v, Order No, k, v, first name, x.y, tick`ed
-- rows
--   1 | a | 10 | 100 | a | 1 | Ada | 11 | 111

-- case: stars of one side
SELECT d.*, t.k FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 2;
-- columns: k, v, first name, x.y, tick`ed, k
-- rows
--   b | 2 | Bob | 22 | 222 | b

-- case: a star that leaves out
SELECT * EXCEPT (t.v, d.k, `Order No`, `x.y`) FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 2;
-- columns: id, k, v, first name, tick`ed
-- rows
--   2 | b | 2 | Bob | 222

-- case: names that both sides have keep their names
SELECT t.v, d.v, t.v + d.v, t.v AS own FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- columns: v, v, (v + v), own
-- rows
--   10 | 1 | 11 | 10
--   20 | 2 | 22 | 20

-- case: quoted names
SELECT d.`first name`, `x.y`, d.`tick``ed`, t.`Order No` FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- columns: first name, x.y, tick`ed, Order No
-- rows
--   Ada | 11 | 111 | 100
--   Bob | 22 | 222 | 200

-- case: names in any case keep the spelling of the statement
SELECT T.ID, d.`FIRST NAME`, upper(D.`First Name`) FROM t JOIN DIM FOR SYSTEM_TIME AS OF NOW() AS D ON T.K = d.K;
-- columns: ID, FIRST NAME, upper(First Name)
-- rows
--   1 | Ada | ADA
--   2 | Bob | BOB

-- case: the table's own name qualifies where there is no alias
SELECT t.id, dim.v FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() ON t.k = dim.k;
-- rows
--   1 | 1
--   2 | 2

-- case: an alias that is a keyword in quotes
SELECT `left`.id, `join`.v FROM t AS `left` JOIN dim FOR SYSTEM_TIME AS OF NOW() AS `join` ON `left`.k = `join`.k;
-- rows
--   1 | 1
--   2 | 2

-- case: an alias that is called asof
SELECT asof.id, d.v FROM t AS asof JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON asof.k = d.k;
-- rows
--   1 | 1
--   2 | 2

-- case: aliases of columns
SELECT x.a, y.d FROM t AS x(a, b, c, e) JOIN q AS y(b, c, d) ON x.b = y.b JOIN dim FOR SYSTEM_TIME AS OF NOW() z ON z.k = y.b;
-- rows
--   1 | 0
--   2 | 2

-- case: fields of a struct and its star
SELECT p.s.v, s.w, p.s.*, t.v FROM t JOIN part FOR SYSTEM_TIME AS OF NOW() p ON t.k = p.k;
-- columns: v, w, v, w, v
-- rows
--   5 | five | 5 | five | 10

-- case: an alias of SELECT in GROUP BY and ORDER BY
SELECT d.v % 2 AS odd, count(*) AS n FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k GROUP BY odd ORDER BY odd;
-- rows
--   0 | 1
--   1 | 1

-- case: an alias of SELECT used beside it
SELECT d.v AS one, one + 1 AS two FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- rows
--   1 | 2
--   2 | 3

-- case: ORDER BY of a name that both sides have
SELECT t.v, d.v AS dv FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k ORDER BY t.v DESC LIMIT 1;
-- rows
--   20 | 2

-- case: ORDER BY behind DISTINCT
SELECT DISTINCT d.v FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k ORDER BY d.v DESC;
-- columns: v
-- rows
--   1
--   2

-- case: a struct of a star
SELECT struct(d.*) AS s FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 1;
-- rows
--   {k=a, v=1, first name=Ada, x.y=11, tick`ed=111}

-- case: names of lambdas are no columns
SELECT t.id, filter(array(1, 20), v -> v > t.v) AS f, transform(array(d.v), k -> k + 1) AS g FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k;
-- rows
--   1 | [20] | [2]
--   2 | []   | [3]

-- case: a generator of several columns beside others without a name
SELECT upper(t.k), posexplode(array(d.k)), upper(d.k), t.v + d.v FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 1;
-- columns: upper(k), pos, col, upper(k), (v + v)
-- rows
--   A | 0 | a | A | 11

-- case: a generator whose columns are those of a struct
SELECT inline(array(struct(t.id, d.`first name`))), lower(t.k) FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 1;
-- columns: id, first name, lower(k)
-- rows
--   1 | Ada | a

-- case: a star of a LATERAL VIEW
SELECT w.*, d.`first name` FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k LATERAL VIEW posexplode(array('x', 'y')) w AS p, c WHERE t.id = 1;
-- columns: p, c, first name
-- rows
--   0 | x | Ada
--   1 | y | Ada

-- case: functions of a star
SELECT to_json(struct(t.*)), hash(*) IS NULL FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k WHERE t.id = 1;
-- rows
--   {"id":1,"k":"a","v":10,"Order No":100} | false
