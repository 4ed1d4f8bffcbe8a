"""A page's own dsbridge.js, for a script tag and wrapped by a bundler."""
import os
import pathlib

# The substitute in this folder, or the original if an environment variable names it.
_FILE = os.environ.get("DSBRIDGE_JS") or pathlib.Path(__file__).with_name("dsbridge.js")

SCRIPT = pathlib.Path(_FILE).read_text()

# The export becomes the global `bundled`.
BUNDLE = f"""(() => {{
  const module = {{ exports: {{}} }};
  (function (module, exports) {{
{SCRIPT}
  }}).call(module.exports, module, module.exports);
  window.bundled = module.exports;
}})();
"""
