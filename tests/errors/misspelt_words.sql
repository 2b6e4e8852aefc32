SELECT 1 FROM t «ASFO» JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k;
-- SqlSyntaxError: Did you mean ASOF?

SELECT 1 FROM t AS l «ASFO» JOIN q MATCH_CONDITION (l.ts >= q.ts) ON l.k = q.k;
-- SqlSyntaxError: Did you mean ASOF?

SELECT 1 FROM t ASOF «JION» q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k;
-- SqlSyntaxError: Did you mean JOIN?

SELECT 1 FROM t LEFTT ASOF JOIN q MATCH_CONDITION («t.ts» >= q.ts) ON t.k = q.k;
-- ColumnNotFound: Write LEFTT.ts.

SELECT 1 FROM t ASOF JOIN q «MATCH_CONDITON» (t.ts >= q.ts) ON t.k = q.k;
-- SqlSyntaxError: MATCH_CONDITION?

SELECT 1 FROM t ASOF JOIN q «MATCHCONDITION» (t.ts >= q.ts) ON t.k = q.k;
-- SqlSyntaxError: MATCH_CONDITION?

SELECT 1 FROM t ASOF JOIN q AS x «MATCH_CONDITON» (t.ts >= x.ts) ON t.k = x.k;
-- SqlSyntaxError: MATCH_CONDITION?

SELECT 1 FROM t JOIN dim FOR «SYSTEM_TME» AS OF NOW() d ON t.k = d.k;
-- SqlSyntaxError: Did you mean SYSTEM_TIME?

SELECT 1 FROM t JOIN dim FOR «SYSTEMTIME» AS OF NOW() d ON t.k = d.k;
-- SqlSyntaxError: Did you mean SYSTEM_TIME?

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME «ASOF» NOW() d ON t.k = d.k;
-- SqlSyntaxError: FOR SYSTEM_TIME AS OF

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS «OFF» NOW() d ON t.k = d.k;
-- SqlSyntaxError: FOR SYSTEM_TIME AS OF

SELECT 1 FROM t JOIN dim FOR SYSTEM_TIME AS OF «NWO()» d ON t.k = d.k;
-- SqlSyntaxError: Did you mean NOW()?

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «ON» t.k = rates.k;
-- SqlSyntaxError: NOW()

SELECT 1 FROM t JOIN q FOR SYSTEM_TIME AS OF t.ts «VERSOINED» ON ts x ON t.k = x.k;
-- SqlSyntaxError: VERSIONED

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k EMIT «CHNAGES»;
-- SqlSyntaxError: Did you mean EMIT CHANGES?

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k EMIT «ON WATERMAK»;
-- SqlSyntaxError: Did you mean EMIT ON WATERMARK?

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k EMIT «IMEDIATELY»;
-- SqlSyntaxError: Did you mean EMIT IMMEDIATELY?

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k «EMTI» CHANGES;
-- SqlSyntaxError: Did you mean EMIT?

SELECT 1 FROM (SELECT t.id FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k «EMIT» CHANGES) x;
-- SqlSyntaxError: Move it

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k «EMIT» CHANGES WHERE t.id = 1;
-- SqlSyntaxError: Move it

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (t.ts >= q.ts) ON t.k = q.k «WEHRE» t.id = 1;
-- SqlSyntaxError: WHERE

SELECT 1 FROM t ASOF JOIN «q» MATCH_CONDITION (t.ts >= q.ts) UISNG (k);
-- InvalidSchema: Did you mean USING?

CREATE «VERSOINED» TABLE v (a INT) WITH (connector = 'view', view = 't');
-- SqlSyntaxError: VERSIONED

CREATE «LOKUP» TABLE v (a INT) WITH (connector = 'view', view = 't');
-- SqlSyntaxError: LOOKUP

CREATE LOOKUP «TABEL» v (a INT) WITH (connector = 'view', view = 't');
-- SqlSyntaxError: TABLE

CREATE LOOKUP TABLE v (a INT, «PRIMRY» KEY (a)) WITH (connector = 'view', view = 't');
-- SqlSyntaxError

CREATE LOOKUP TABLE v (a INT) «WIHT» (connector = 'view', view = 't');
-- SqlSyntaxError: WITH

DROP «LOKUP» TABLE dim;
-- SqlSyntaxError: LOOKUP

SHOW «LOKUP» TABLES;
-- SqlSyntaxError: LOOKUP

CREATE LOOKUP TABLE v (id INT) WITH (connector = 'view', «veiw» = 't');
-- InvalidOption: Did you mean view?

CREATE LOOKUP TABLE v (id INT) WITH (connector = 'view', view = 't', «cache_ttl» = '5m');
-- InvalidOption: cache.ttl?

CREATE LOOKUP TABLE v (id INT) WITH (connector = 'view', view = 't', cache.ttl = «'5 parsecs'»);
-- InvalidOption

CREATE LOOKUP TABLE v (id INT) WITH (connector = «'veiw'», view = 't');
-- InvalidOption: Did you mean view?
