import os
import pathlib
import tempfile
import unittest
import urllib.request

from support.demo import Demo

SIZE = 2 << 30
MOST = 16 << 20


class LargeFile(unittest.TestCase):
    """The program's memory while it sends a file of 2 GB. No browser is needed."""

    def test_a_file_of_2_gb_does_not_grow_the_process(self):
        with tempfile.TemporaryDirectory() as root:
            pathlib.Path(root, "large.bin").touch()
            os.truncate(pathlib.Path(root, "large.bin"), SIZE)
            pathlib.Path(root, "small.txt").write_text("warm")
            demo = Demo(root=root)
            self.addCleanup(demo.stop)
            self._read(demo, "small.txt")
            before = demo.resident_size
            self.assertEqual(self._read(demo, "large.bin", demo), SIZE)
            self.assertLess(self.peak - before, MOST)

    def _read(self, demo, name, watched=None):
        self.peak = 0
        length = 0
        with urllib.request.urlopen(f"{demo.address}/{name}") as response:
            while piece := response.read(1 << 20):
                length += len(piece)
                if watched and length % (64 << 20) < 1 << 20:
                    self.peak = max(self.peak, watched.resident_size)
        return length
