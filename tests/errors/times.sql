SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «t.k» r ON t.k = r.k;
-- TimeTypeMismatch: CAST(t.k AS TIMESTAMP)

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «t.id» r ON t.k = r.k;
-- TimeTypeMismatch: CAST(t.id AS TIMESTAMP)

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «'2024-01-01'» r ON t.k = r.k;
-- TimeTypeMismatch: CAST

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («t.k» >= q.ts);
-- TimeTypeMismatch: CAST(t.k AS TIMESTAMP)

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION («t.k» >= q.v);
-- TimeTypeMismatch: CAST(t.k AS INT)

SELECT 1 FROM t ASOF JOIN q MATCH_CONDITION (NEAREST («t.id», q.ts));
-- TimeTypeMismatch: CAST

SELECT 1 FROM t JOIN q «FOR SYSTEM_TIME AS OF t.ts» x ON t.k = x.k;
-- NotVersioned: VERSIONED ON

SELECT 1 FROM t JOIN dim «FOR SYSTEM_TIME AS OF t.ts» d ON t.k = d.k;
-- NotVersioned: CREATE VERSIONED TABLE

SELECT 1 FROM t JOIN «rates» r ON t.k = r.k;
-- TemporalClauseRequired: rates FOR SYSTEM_TIME AS OF left.time

SELECT 1 FROM t ASOF JOIN «changes» c MATCH_CONDITION (t.ts >= c.valid);
-- TemporalClauseRequired: changes FOR SYSTEM_TIME

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «rand()» r ON t.k = r.k;
-- UnsupportedStatement: NOW()

SELECT 1 FROM t JOIN rates FOR SYSTEM_TIME AS OF «(SELECT max(ts) FROM q)» r ON t.k = r.k;
-- UnsupportedStatement: NOW()

SELECT 1 FROM rates «FOR SYSTEM_TIME AS OF NOW()» r JOIN t ON r.k = t.k;
-- SqlSyntaxError: FROM rows JOIN table FOR SYSTEM_TIME
