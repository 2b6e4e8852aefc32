"""A training set: for each label the features as they were known at its time, and nothing that came later.

One ASOF join per source of features. A feature counts from the time when it could be known, which is later than
the time that it is about, and not for ever: the tolerance says for how long.
"""

from pyspark.sql import SparkSession

import dovetail
from dovetail.java import prepare_environment

VIEWS = [
    """CREATE OR REPLACE TEMP VIEW labels AS SELECT * FROM VALUES
         (1, 'u1', TIMESTAMP '2026-03-02 12:00:00', true),
         (2, 'u1', TIMESTAMP '2026-03-09 12:00:00', false),
         (3, 'u2', TIMESTAMP '2026-03-02 12:00:00', false) AS l(id, user, ts, bought)""",
    """CREATE OR REPLACE TEMP VIEW clicks AS SELECT * FROM VALUES
         ('u1', 3, TIMESTAMP '2026-03-01 00:00:00'),
         ('u1', 8, TIMESTAMP '2026-03-02 00:00:00'),
         ('u1', 9, TIMESTAMP '2026-03-03 00:00:00'),
         ('u2', 1, TIMESTAMP '2026-03-02 00:00:00') AS c(user, clicks, day)""",
    """CREATE OR REPLACE TEMP VIEW spending AS SELECT * FROM VALUES
         ('u1', 20.5, TIMESTAMP '2026-02-28 18:00:00'),
         ('u1', 31.0, TIMESTAMP '2026-03-08 18:00:00') AS s(user, spent, known)""",
]

# The clicks of a day are known when the day is over.
TRAINING_SET = """
SELECT l.id, l.bought, c.clicks, s.spent
FROM labels l
LEFT ASOF JOIN clicks c
  MATCH_CONDITION (l.ts >= c.day + INTERVAL '1' DAY AND l.ts - (c.day + INTERVAL '1' DAY) <= INTERVAL '3' DAY)
  ON l.user = c.user
LEFT ASOF JOIN spending s
  MATCH_CONDITION (l.ts >= s.known AND l.ts - s.known <= INTERVAL '30' DAY)
  ON l.user = s.user
ORDER BY l.id"""


def main() -> None:
    prepare_environment()
    spark = SparkSession.builder.appName("training_set").getOrCreate()
    dt = dovetail.Session(spark)
    for view in VIEWS:
        dt.sql(view)
    print(dt.explain(TRAINING_SET))
    dt.sql(TRAINING_SET).show()


if __name__ == "__main__":
    main()
