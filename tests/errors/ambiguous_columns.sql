SELECT «k» FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- AmbiguousColumn: Write t.k or d.k.

SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k WHERE upper(«K») = 'A';
-- AmbiguousColumn: Write t.k or d.k.

SELECT * EXCEPT («k») FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- AmbiguousColumn: Write t.k or d.k.

SELECT t.id FROM t ASOF JOIN q MATCH_CONDITION («ts» >= q.ts) ON t.k = q.k;
-- AmbiguousColumn: Write t.ts or q.ts.

SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON «k» = d.k;
-- AmbiguousColumn: Write t.k or d.k.

SELECT t.id FROM t JOIN q ON t.k = q.k JOIN dim FOR SYSTEM_TIME AS OF NOW() d USING («k»);
-- AmbiguousColumn: ON t.k = d.k

SELECT t.id FROM t JOIN q ON t.k = q.k JOIN rates FOR SYSTEM_TIME AS OF «ts» r ON t.k = r.k;
-- AmbiguousColumn: t.ts or q.ts
