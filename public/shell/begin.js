// The shell's page: shows what native code says, and tells it what the user does. One script of several files, in the
// order of Sources/SnippetShell/Server/ShellPage.swift.
'use strict';

/** @type {any} */ (window)._bridge((inside) => {
