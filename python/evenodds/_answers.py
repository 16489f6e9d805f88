"""Answers: frames, charts, texts and JSON, with HTML for notebooks."""

from __future__ import annotations

import base64
import html
import json
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from . import _evenodds
from ._call import call

if TYPE_CHECKING:
    import pandas
    import polars


class Frame:
    """Rows of typed columns.

    Libraries that read Arrow accept it (``polars.DataFrame(frame)``, ``pyarrow.table(frame)``, DuckDB); :meth:`pandas`
    and :meth:`polars` return the frames of those libraries.
    """

    def __init__(self, frame: _evenodds.Frame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)

    def __len__(self) -> int:
        return len(self._frame)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._frame.columns

    def polars(self) -> polars.DataFrame:
        """Returns a polars frame; polars must be installed."""
        import polars

        return polars.DataFrame(self)

    def pandas(self) -> pandas.DataFrame:
        """Returns a pandas frame; pandas must be installed."""
        import pandas

        return pandas.DataFrame(self.to_dict())

    def to_dict(self) -> dict[str, list[Any]]:
        """Returns a list of values for each column; None for missing values."""
        return self._frame.to_dict()

    def rows(self) -> list[dict[str, Any]]:
        """Returns a dictionary for each row."""
        columns = self.to_dict()
        return [dict(zip(columns, values)) for values in zip(*columns.values())]

    def __repr__(self) -> str:
        return f"<evenodds.Frame: {len(self):,} rows of {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        shown = 20
        head = self._frame.head(shown).to_dict()
        names = "".join(f"<th>{html.escape(name)}</th>" for name in head)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(_cell(cell))}</td>" for cell in row) + "</tr>"
            for row in zip(*head.values())
        )
        rest = f"<p>{len(self) - shown:,} more rows</p>" if len(self) > shown else ""
        return f"<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>{rest}"


def _cell(value: Any) -> str:
    if value is None:
        return "–"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


class Chart:
    """A chart as SVG."""

    def __init__(self, name: str, svg: str) -> None:
        #: Its name, such as ``outcomes``.
        self.name = name
        #: The chart as an SVG document.
        self.svg = svg

    def save(self, path: str | Path) -> None:
        """Writes the chart to an SVG file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_html_(self) -> str:
        # An image, so that its names and styles do not affect the page.
        code = base64.b64encode(self.svg.encode()).decode()
        name = html.escape(self.name, quote=True)
        return f'<img alt="{name}" style="max-width: 100%" src="data:image/svg+xml;base64,{code}">'

    def __repr__(self) -> str:
        return f"<evenodds.Chart {self.name}>"


class Found:
    """Methods of an answer and of a list of answers."""

    _call: _evenodds.Call
    #: Index of the answer in the call; None for all.
    _number: int | None

    def to_json(self) -> str:
        """Returns the bytes of ``--format json``: an object for one scenario, an array for a list."""
        return self._call.json(self._number)

    def to_html(self) -> str:
        """Returns a self-contained page with charts and tables."""
        return self._call.page(self._number)

    def frame(self, name: str = "outcomes") -> Frame:
        """Returns the frame that ``--format csv`` writes; for a list of scenarios, the rows of all."""
        return Frame(self._call.frame(name, self._number))

    @property
    def outcomes(self) -> Frame:
        """A row for each outcome: count, share and its interval (shares from 0 to 1). For questions other than run and
        exact, the rows of that question."""
        return self.frame("outcomes")

    @property
    def metrics(self) -> Frame:
        """A row for each metric, overall and by outcome: mean, quantiles, standard deviation, in the metric's unit."""
        return self.frame("metrics")

    @property
    def histograms(self) -> Frame:
        """A row for each value of each metric with its count and share."""
        return self.frame("histograms")

    @property
    def ok(self) -> bool:
        """Whether the exit code of the command is 0: a target is met, all expectations hold, and every scenario has an
        answer."""
        return self._call.code == 0


class Answer(Found):
    """An answer about one scenario, or about a list of scenarios together.

    ``print(answer)`` prints the output of the command line without its times; a notebook shows the headline with its charts.
    """

    _number: int

    def __init__(self, call: _evenodds.Call, number: int, again: tuple[list[str], list[tuple[str, str]]] | None) -> None:
        self._call = call
        self._number = number
        self._again = again
        self._charts: list[Chart] | None = None
        self.question, self.title, self.sentence, self.facts = call.words(number)

    @property
    def data(self) -> dict[str, Any]:
        """All figures, as in ``--format json``."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def samples(self, path: str | Path | None = None) -> Frame:
        """Returns a row for every trial: its number, its outcome and all metrics. Plays the trials again with the same
        seed, and writes them to a Parquet file if a path is given. The frame is in memory; for more rows than fit, use
        `run(..., samples=path)` and read the file lazily."""
        if self._again is None:
            raise ValueError("only a run of one scenario has samples")
        words, texts = self._again
        with tempfile.TemporaryDirectory(prefix="evenodds-") as folder:
            file = Path(path) if path is not None else Path(folder, "samples.parquet")
            call([*words, f"--samples={file}"], texts)
            return Frame(_evenodds.read_parquet(file))

    @property
    def charts(self) -> list[Chart]:
        """The charts, the most important first."""
        if self._charts is None:
            self._charts = [Chart(name, svg) for name, svg in self._call.charts(self._number)]
        return self._charts

    def chart(self, name: str | None = None) -> Chart:
        """Returns the chart with this name, else the most important one. A notebook shows it.

        Raises:
            ValueError: There is no such chart.
        """
        for chart in self.charts:
            if name in (None, chart.name):
                return chart
        names = ", ".join(chart.name for chart in self.charts) or "none"
        raise ValueError(f"unknown chart {name}; the charts are {names}")

    def to_markdown(self) -> str:
        """Returns the answer as Markdown."""
        return self._call.markdown(self._number)

    def save(self, path: str | Path) -> None:
        """Writes the answer to a file ``.html``, ``.md`` or ``.json``."""
        made = {".html": self.to_html, ".md": self.to_markdown, ".json": self.to_json}
        ending = Path(path).suffix
        if ending not in made:
            raise ValueError(f"{path}: expected a name that ends in {', '.join(made)}")
        Path(path).write_text(made[ending](), encoding="utf-8")

    def __str__(self) -> str:
        return self._call.screen(self._number).rstrip("\n")

    def __repr__(self) -> str:
        return f"<evenodds.Answer {self.question}: {self.sentence}>"

    def _repr_html_(self) -> str:
        charts = "".join(chart._repr_html_() for chart in self.charts[:2])
        return (
            f"<p><strong>{html.escape(self.sentence)}</strong></p>{charts}"
            f"<p><small>{html.escape(self.facts)}</small></p>"
        )


class Answers(Found, Sequence[Answer]):
    """Answers about a list of scenarios, in its order."""

    def __init__(self, call: _evenodds.Call, answers: list[Answer]) -> None:
        self._call = call
        self._number = None
        self._answers = answers

    @overload
    def __getitem__(self, index: int) -> Answer: ...
    @overload
    def __getitem__(self, index: slice) -> list[Answer]: ...
    def __getitem__(self, index: int | slice) -> Answer | list[Answer]:
        return self._answers[index]

    def __len__(self) -> int:
        return len(self._answers)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._answers)

    @property
    def data(self) -> list[dict[str, Any]]:
        """All figures, as in ``--format json``."""
        data: list[dict[str, Any]] = json.loads(self.to_json())
        return data

    def __str__(self) -> str:
        return self._call.shown.rstrip("\n")

    def __repr__(self) -> str:
        return f"<evenodds.Answers: {len(self)}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


class Story(str):
    """Narration of one trial, die by die."""

    _again: tuple[list[str], list[tuple[str, str]]] | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The narration as in ``--format json``, for :func:`trace` only. Narrates the trial again."""
        if self._again is None:
            raise ValueError("only a narration of trace has data")
        words, texts = self._again
        data: dict[str, Any] = json.loads(call([*words, "--format=json"], texts).printed)
        return data

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self)}</pre>"


def answered(called: _evenodds.Call, again: tuple[list[str], list[tuple[str, str]]] | None = None) -> Answer | Answers:
    """Returns the answer of a call, or the list of answers for a list of scenarios."""
    answers = [Answer(called, number, again) for number in range(len(called))]
    return Answers(called, answers) if called.several else answers[0]
