import ArgumentParser
import SnippetBridgeCommand

// The commands are in a module of their own, because tests cannot import the module of a program.
Command.main()
