import os
import pathlib
import time

from .program import REPOSITORY, Program


class Demo(Program):
    """The demo. It serves its own pages unless a folder is given."""

    path = ".build/debug/Demo"
    variable = "DEMO"
    pages = REPOSITORY / "public/snippets"

    def __init__(self, *arguments, **options):
        # `make test` builds the demo while other tests run. This file exists when the build has ended.
        built = os.environ.get("DEMO_BUILD")
        while built and not pathlib.Path(built).exists():
            time.sleep(1)
        super().__init__(*arguments, **options)
