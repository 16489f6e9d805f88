"""Answers: frames, charts, words, JSON; they show themselves in notebooks."""

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

    Whatever reads Arrow takes it as it is (``polars.DataFrame(frame)``, ``pyarrow.table(frame)``, DuckDB);
    :meth:`pandas` and :meth:`polars` make the frames of those libraries.
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
        """A frame of polars, which has to be installed."""
        import polars

        return polars.DataFrame(self)

    def pandas(self) -> pandas.DataFrame:
        """A frame of pandas, which has to be installed."""
        import pandas

        return pandas.DataFrame(self.to_dict())

    def to_dict(self) -> dict[str, list[Any]]:
        """A list of values for each column; None where a row has none."""
        return self._frame.to_dict()

    def rows(self) -> list[dict[str, Any]]:
        """A dictionary for each row."""
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
        rest = f"<p>{len(self) - shown:,} further rows</p>" if len(self) > shown else ""
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
        #: The chart, a document of SVG.
        self.svg = svg

    def save(self, path: str | Path) -> None:
        """Writes it to a file of SVG."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_html_(self) -> str:
        # As a picture of its own: names and styles in it are nobody else's.
        code = base64.b64encode(self.svg.encode()).decode()
        name = html.escape(self.name, quote=True)
        return f'<img alt="{name}" style="max-width: 100%" src="data:image/svg+xml;base64,{code}">'

    def __repr__(self) -> str:
        return f"<evenodds.Chart {self.name}>"


class Found:
    """What one answer and several have in common."""

    _call: _evenodds.Call
    #: Which of the answers of the call; None for all of them.
    _number: int | None

    def to_json(self) -> str:
        """What ``--format json`` writes, to the byte: of one scenario an object, of several an array."""
        return self._call.json(self._number)

    def to_html(self) -> str:
        """A whole page with charts and tables, which needs nothing beside it."""
        return self._call.page(self._number)

    def frame(self, name: str = "outcomes") -> Frame:
        """The frame that ``--format csv`` writes; of several scenarios their rows one below the other."""
        return Frame(self._call.frame(name, self._number))

    @property
    def outcomes(self) -> Frame:
        """A row for each outcome: count, share and its interval (shares from 0 to 1); of other questions than
        run and exact the rows of that question."""
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
        """Whether the command line would end with exit code 0: a target is met, all expectations hold, and every
        scenario has an answer."""
        return self._call.code == 0


class Answer(Found):
    """An answer about one scenario, or about several together.

    ``print(answer)`` shows what the command line shows; a notebook shows the sentence with its charts.
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
        """All figures, as ``--format json`` has them."""
        data: dict[str, Any] = json.loads(self.to_json())
        return data

    def samples(self, path: str | Path | None = None) -> Frame:
        """A row for every trial: its number, its outcome and every metric. The trials are played once more, on the same
        luck, and with a path stay there as Parquet. The frame is in memory: for more rows than fit let
        `run(..., samples=path)` write them, and read that file lazily."""
        if self._again is None:
            raise ValueError("only a run that was asked of one scenario has samples")
        words, texts = self._again
        with tempfile.TemporaryDirectory(prefix="evenodds-") as folder:
            file = Path(path) if path is not None else Path(folder, "samples.parquet")
            call([*words, f"--samples={file}"], texts)
            return Frame(_evenodds.read_parquet(file))

    @property
    def charts(self) -> list[Chart]:
        """The charts, those that tell most first."""
        if self._charts is None:
            self._charts = [Chart(name, svg) for name, svg in self._call.charts(self._number)]
        return self._charts

    def to_markdown(self) -> str:
        """The answer as Markdown."""
        return self._call.markdown(self._number)

    def save(self, path: str | Path) -> None:
        """Writes :meth:`to_html`, :meth:`to_markdown` or :meth:`to_json`, by the end of the name."""
        made = {".html": self.to_html, ".md": self.to_markdown, ".json": self.to_json}
        ending = Path(path).suffix
        if ending not in made:
            raise ValueError(f"{path}: the name ends in one of {', '.join(made)}")
        Path(path).write_text(made[ending](), encoding="utf-8")

    def __str__(self) -> str:
        return self._call.shown.rstrip("\n") if len(self._call) == 1 else self.to_markdown()

    def __repr__(self) -> str:
        return f"<evenodds.Answer {self.question}: {self.sentence}>"

    def _repr_html_(self) -> str:
        charts = "".join(chart._repr_html_() for chart in self.charts[:2])
        return (
            f"<p><strong>{html.escape(self.sentence)}</strong></p>{charts}"
            f"<p><small>{html.escape(self.facts)}</small></p>"
        )


class Answers(Found, Sequence[Answer]):
    """Answers about several scenarios, in their order."""

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
        """All figures, as ``--format json`` has them."""
        data: list[dict[str, Any]] = json.loads(self.to_json())
        return data

    def __str__(self) -> str:
        return self._call.shown.rstrip("\n")

    def __repr__(self) -> str:
        return f"<evenodds.Answers: {len(self)}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


class Story(str):
    """The story of one trial, die by die."""

    _again: tuple[list[str], list[tuple[str, str]]] | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The same as ``--format json`` has it; of :func:`trace` alone. The trial is told once more."""
        if self._again is None:
            raise ValueError("only a story of trace has data")
        words, texts = self._again
        data: dict[str, Any] = json.loads(call([*words, "--format=json"], texts).printed)
        return data

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self)}</pre>"


def answered(called: _evenodds.Call, again: tuple[list[str], list[tuple[str, str]]] | None = None) -> Answer | Answers:
    """The answers of a call: one, or several where several were asked for."""
    answers = [Answer(called, number, again) for number in range(len(called))]
    return Answers(called, answers) if called.several else answers[0]
