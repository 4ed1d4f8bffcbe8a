import os
import pathlib
import time

from .program import REPOSITORY, Program


class Demo(Program):
    """The demo, which serves its own pages unless a folder is named."""

    path = ".build/debug/Demo"
    variable = "DEMO"
    pages = REPOSITORY / "public/snippets"

    def __init__(self, *arguments, **options):
        # `make test` builds it while the tests of other programs run; the file is there when that has ended.
        built = os.environ.get("DEMO_BUILD")
        while built and not pathlib.Path(built).exists():
            time.sleep(1)
        super().__init__(*arguments, **options)
