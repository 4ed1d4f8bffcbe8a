import pathlib
import tempfile

from support.acceptance_test_case import AcceptanceTestCase, in_every_engine, page
from support.runs import smoke

PAGE = page("""<script>
    window.mark = Math.random();
    const link = (href, name) => Object.assign(document.createElement('a'), { href, download: name });
    const followed = (element) => { document.body.append(element); element.click(); element.remove(); };
  </script>""")


@in_every_engine
class Downloads(AcceptanceTestCase):
    """Downloads of a page: Swift saves each one once, and the page remains unchanged. (TWS, B12.)"""

    pages = {"index.html": PAGE, "data.bin": "x" * 200_000, "report.csv": "a,b\n1,2\n"}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.program_arguments = ("--downloads", cls.folder.name)
        super().setUpClass()

    def setUp(self):
        super().setUp()
        self.open_connected()
        self.mark = self.run_script("return mark")
        self.before = set(self.files())

    def files(self):
        return [path for path in pathlib.Path(self.folder.name).iterdir() if not path.name.startswith(".")]

    def assert_saved(self, *expected):
        """Asserts that these files were saved, by name without the time, and that the document is the same."""
        new = lambda: sorted(
            (path.name.split("_", 1)[1], path.read_text()) for path in self.files() if path not in self.before)
        self.wait_until_equal(new, sorted(expected), "the files are there")
        self.assertEqual(self.run_script("return window.mark"), self.mark)
        self.assertEqual(self.call("addingOne", 5), 6)

    @smoke
    def test_link_with_download(self):
        self.run_script("followed(link('/report.csv', 'Liste.csv'))")
        self.assert_saved(("Liste.csv", "a,b\n1,2\n"))

    def test_link_in_no_document(self):
        self.run_script("link('/report.csv', '').click()")
        self.assert_saved(("report.csv", "a,b\n1,2\n"))

    def test_blob_and_data(self):
        self.run_script("""
            const url = URL.createObjectURL(new Blob(['made in the page']));
            followed(link(url, 'blob.txt'));
            URL.revokeObjectURL(url);
            link('data:text/plain,text%20of%20data', 'data.txt').click()""")
        self.assert_saved(("blob.txt", "made in the page"), ("data.txt", "text of data"))

    def test_navigation_to_what_is_not_shown(self):
        self.run_script("setTimeout(() => location = '/data.bin')")
        self.assert_saved(("data.bin", "x" * 200_000))

    def test_two_at_once_under_one_name(self):
        self.run_script("for (const text of ['1', '22']) link('data:text/plain,' + text, 'same.txt').click()")
        self.wait_until(lambda: len(set(self.files()) - self.before) == 2, "both are there")
        self.assertEqual(sorted(path.read_text() for path in set(self.files()) - self.before), ["1", "22"])
