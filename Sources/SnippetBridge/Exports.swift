// A program that serves snippets exposes interfaces to them: one import is enough.
@_exported public import DSBridge
