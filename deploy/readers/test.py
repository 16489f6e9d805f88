"""Tests that polars, DuckDB and pandas with pyarrow read the samples of `evenodds run`.

    python deploy/readers/test.py target/release/evenodds
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import duckdb
import pandas
import polars

TRIALS = 200_000


def results_of(program, *arguments):
    return json.loads(subprocess.run([program, *arguments, "-f", "json"], check=True, capture_output=True).stdout)


def main(program):
    program = str(pathlib.Path(program).resolve())
    with tempfile.TemporaryDirectory() as home:
        file = str(pathlib.Path(home) / "canyon.parquet")
        results = results_of(program, "run", "@canyon", "-q", "-n", str(TRIALS), "--samples", file)
        rows = polars.read_parquet(file)
        names = ["trial", "outcome", *(metric["name"] for metric in results["metrics"])]
        assert rows.columns == names, rows.columns
        assert rows["trial"].to_list() == list(range(TRIALS))
        assert rows.null_count().sum_horizontal().item() == 0
        counts = {one["name"]: one["count"] for one in results["outcomes"] if one["count"]}
        assert dict(rows["outcome"].value_counts().iter_rows()) == counts
        for metric in results["metrics"]:
            found = rows[metric["name"]].mean()
            assert abs(found - metric["mean"]) < 1e-9 * max(1, abs(found)), metric["name"]
        # The other libraries read the same table.
        plain = pandas.read_parquet(file)
        assert list(plain.columns) == names and set(map(str, plain.dtypes[2:])) == {"int64"}
        assert plain.astype({"outcome": "str"}).to_dict("list") == rows.to_dict(as_series=False)
        asked = duckdb.sql(f"select * from '{file}' order by trial").fetchall()
        assert asked == rows.rows()
        # The narration of a trial has the values of its row.
        for trial in (0, 77, TRIALS - 1):
            row = rows.row(trial, named=True)
            story = results_of(program, "trace", "@canyon", "--trial", str(trial))
            assert story["outcome"] == row["outcome"]
            assert all(row[name] == value for name, value in story["metrics"].items())
    print(f"polars, DuckDB and pandas read the same {TRIALS} rows, which agree with the results")


if __name__ == "__main__":
    main(*sys.argv[1:])
