"""python -m banyan.report DIR...: summary.md, report.html and figures of folders of results."""

import argparse
import sys

from . import read, tables_of_pages
from .door import Door

LACKS_PACKAGES = 3  # an exit status, of which bench/report/show.cpp knows


def write_report(path):
    """Writes the report of a folder into it; returns the run."""
    from .figures import figures_of
    from .page import page
    from .summary import summary

    run = read.read_run(path)
    with Door(path) as folder:
        folder.write("summary.md", summary(run))
        with folder.within("figures") as door:
            drawn = [(figure, figure.save(door)) for figure in figures_of(run)]
            _remove_old(door, {figure.name for figure, _ in drawn})
        folder.write("report.html", page(run, drawn))
    return run


def _remove_old(door, names):
    """Figures that this run does not have any more must not pass for its own."""
    for name in door.names():
        stem, _, kind = name.rpartition(".")
        if kind in ("svg", "pdf") and stem not in names:
            door.remove(name)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m banyan.report", description=__doc__)
    parser.add_argument("folders", nargs="*", metavar="DIR", help="folders that banyan wrote")
    parser.add_argument(
        "--columns", type=int, metavar="N",
        help="print the tables too, for a terminal of N columns; 0: without a limit",
    )  # fmt: skip
    parser.add_argument(
        "--tables", nargs="+", metavar="FILE",
        help="make the tables of pages of Markdown anew that stand between <!-- banyan: FOLDER TABLE "
        "GAME --> and <!-- /banyan --> (TABLE: speed, ablation, truth or strength)",
    )  # fmt: skip
    parser.add_argument(
        "--check", action="store_true", help="with --tables: write nothing, exit with 1 if one would change"
    )
    options = parser.parse_args(arguments)
    if bool(options.folders) == bool(options.tables):
        parser.error("give folders, or --tables and pages.")
    try:
        if options.tables:
            return tables_of_pages.main(options.tables, options.check)
        for folder in options.folders:
            run = write_report(folder)
            if options.columns is None:
                print(f"The report is {folder}/report.html")
            else:
                from .summary import console

                print(console(run, options.columns or sys.maxsize), end="")
    except ModuleNotFoundError as error:
        if error.name not in ("matplotlib", "jinja2", "numpy"):
            raise
        print(f"{sys.executable} lacks {error.name}: apt-get install python3-matplotlib python3-jinja2.",
              file=sys.stderr)  # fmt: skip
        return LACKS_PACKAGES
    except (read.ReportError, OSError) as error:
        print(f"banyan.report: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
