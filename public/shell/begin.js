// The shell's page: shows the elements that native code sends, and reports the user's actions to native code. The
// server concatenates several files to one script, in the order of Sources/SnippetShell/Server/ShellPage.swift.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
