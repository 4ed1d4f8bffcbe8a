@_exported public import SnippetShell
