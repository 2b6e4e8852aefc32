SELECT «d.nmae» FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- ColumnNotFound: Did you mean d.name?

SELECT t.id, upper(«d.nmae») AS n FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- ColumnNotFound: Did you mean d.name?

SELECT «nmae» FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- ColumnNotFound: Did you mean d.name?

SELECT «dd.name» FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- ColumnNotFound: Did you mean d.name?

SELECT «dd.*» FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- ColumnNotFound: Did you mean d.*?

SELECT * EXCEPT («nmae») FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- ColumnNotFound: Did you mean d.name?

SELECT t.* EXCEPT («d.name») FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k;
-- ColumnNotFound: Leave out columns of t.

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON «t.kk» = d.k;
-- ColumnNotFound: Did you mean t.k?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = «d.kk»;
-- ColumnNotFound: Did you mean d.k?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND «d.nmae» = 'x';
-- ColumnNotFound: d.name?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND t.id IN (1, «t.idd»);
-- ColumnNotFound: t.id?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k AND CASE WHEN «d.nmae» = 'x' THEN true END;
-- ColumnNotFound: d.name?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = d.k JOIN q ON «d.kkk» = q.k;
-- ColumnNotFound: d has k, name.

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d ON t.k = «q.k» JOIN q ON d.k = q.k;
-- ColumnNotFound

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («t.tss» >= q.ts) ON t.k = q.k;
-- ColumnNotFound: t.ts?

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= «q.tss») ON t.k = q.k;
-- ColumnNotFound: q.ts?

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (NEAREST (t.ts, «q.tss»)) ON t.k = q.k;
-- ColumnNotFound: q.ts?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k WHERE «d.nmae» = 'x';
-- ColumnNotFound: d.name?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k WHERE «nmae» = 'x';
-- ColumnNotFound: d.name?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k WHERE t.id > 1 OR (t.id < 5 AND «nmae» LIKE 'x');
-- ColumnNotFound: d.name?

SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k ORDER BY «d.nmae»;
-- ColumnNotFound: d.name?

SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k GROUP BY «d.nmae»;
-- ColumnNotFound: d.name?

SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k GROUP BY t.id HAVING max(«d.nmae») > 'a';
-- ColumnNotFound: d.name?

SELECT t.id FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() AS d ON t.k = d.k WHERE EXISTS (SELECT 1 FROM q WHERE q.k = «d.kkk»);
-- ColumnNotFound: d has k, name.

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «t.tss» r ON t.k = r.k;
-- ColumnNotFound: t.ts?

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «tss» r ON t.k = r.k;
-- ColumnNotFound: t.ts?

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «r.valid» r ON t.k = r.k;
-- ColumnNotFound

SELECT 1 FROM t JOIN q FOR SYSTEM_TIME AS OF t.ts VERSIONED ON «tss» x ON t.k = x.k;
-- ColumnNotFound: Did you mean ts?

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF t.ts VERSIONED ON «r.vlaid» r ON t.k = r.k;
-- ColumnNotFound: valid?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d USING («kk»);
-- ColumnNotFound: Did you mean k?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF NOW() d USING (k, «name»);
-- ColumnNotFound: USING

SELECT 1 FROM t ASOF JOIN q USING (k, «tss»);
-- ColumnNotFound: Did you mean ts?
