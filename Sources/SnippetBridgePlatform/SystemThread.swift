import SnippetBridgeCLinux

/// The calling thread.
package enum SystemThread {
  /// Sets the thread's name for debuggers and `top`, which show 15 bytes.
  package static func setName(_ name: String) { sb_name_this_thread(name) }
}
