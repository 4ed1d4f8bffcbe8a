import pathlib
import tempfile


def token_file(test_case, token):
    """Writes a token to a new file that is removed with the class `test_case`. Returns the path of the file."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="token-"))
    file = folder / "token"
    test_case.addClassCleanup(folder.rmdir)
    test_case.addClassCleanup(file.unlink)
    file.touch(0o600)
    file.write_text(token)
    return str(file)
