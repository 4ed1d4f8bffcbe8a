"""The support of the browser tests: server processes, browsers, and test cases."""
