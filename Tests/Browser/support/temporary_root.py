import pathlib
import shutil
import tempfile


class TemporaryRoot:
    """A folder that the demo serves instead of its own pages. Paths are relative to it."""

    def __init__(self, pages=None):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="snippets-"))
        # Browsers request this file automatically. If it were missing, the console would contain an error.
        self.write("favicon.ico", b"")
        for name, content in (pages or {}).items():
            self.write(name, content)

    def write(self, name, content):
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def remove(self):
        shutil.rmtree(self.path)
