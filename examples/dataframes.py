"""The joins as functions of DataFrames."""

from datetime import datetime, timedelta

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

import dovetail
from dovetail.java import prepare_environment

NINE = datetime(2026, 3, 2, 9)


def at(minutes: float) -> datetime:
    return NINE + timedelta(minutes=minutes)


def main() -> None:
    prepare_environment()
    spark = SparkSession.builder.appName("dataframes").getOrCreate()
    dt = dovetail.Session(spark)

    rides = spark.createDataFrame(
        [(1, "north", 4, at(3)), (2, "north", 5, at(14)), (3, "south", 4, at(15))],
        "id INT, zone STRING, driver INT, started TIMESTAMP",
    )
    weather = spark.createDataFrame(
        [("north", 11.5, at(0)), ("north", 12.0, at(10)), ("south", 15.0, at(-90))],
        "zone STRING, celsius DOUBLE, measured TIMESTAMP",
    )
    tariffs = spark.createDataFrame(
        [("north", 2.5, at(-600)), ("north", 3.0, at(12)), ("south", 2.0, at(-600))],
        "zone STRING, per_km DOUBLE, since TIMESTAMP",
    )
    payments = spark.createDataFrame([(1, at(5)), (3, at(40))], "ride INT, paid TIMESTAMP")
    dt.sql("CREATE LOOKUP TABLE drivers (id INT, name STRING, PRIMARY KEY (id)) AS VALUES (4, 'Ada'), (5, 'Emmy')")

    rides = dt.lookup_join(rides, "drivers", on={"driver": "id"}, columns=["name"])
    rides = dt.temporal_join(rides, tariffs, on="zone", as_of="started", version="since", columns=["per_km"])
    rides = dt.asof_join(
        rides,
        weather,
        on="zone",
        left_time="started",
        right_time="measured",
        tolerance="1 hour",
        how="left",
        columns=["celsius"],
    )
    rides = dt.interval_join(
        rides,
        payments,
        on={"id": "ride"},
        left_time="started",
        right_time="paid",
        upper="30 minutes",
        how="left",
        columns=["paid"],
    )
    rides.select("id", "name", "per_km", "celsius", F.col("paid").isNotNull().alias("paid")).orderBy("id").show()


if __name__ == "__main__":
    main()
