// The script of the shell's page. It shows the elements that native code sends, and reports the user's actions to
// native code. The server concatenates several files into one script, in the order given in
// Sources/SnippetShell/Server/ShellPage.swift.
'use strict';

/** @type {any} */ (window)._bridge((internals) => {
