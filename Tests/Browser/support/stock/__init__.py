"""A page's own dsbridge.js, as a script tag has it and as a bundler wraps it."""
import os
import pathlib

# The stand-in of this folder, or the real one, which the environment may name.
_FILE = os.environ.get("DSBRIDGE_JS") or pathlib.Path(__file__).with_name("dsbridge.js")

SCRIPT = pathlib.Path(_FILE).read_text()

# What is exported becomes the global `bundled`.
BUNDLE = f"""(() => {{
  const module = {{ exports: {{}} }};
  (function (module, exports) {{
{SCRIPT}
  }}).call(module.exports, module, module.exports);
  window.bundled = module.exports;
}})();
"""
