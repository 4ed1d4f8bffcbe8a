import CLinux

/// The thread that calls.
package enum SystemThread {
  /// What debuggers and `top` call it; 15 bytes are kept.
  package static func setName(_ name: String) { sb_name_this_thread(name) }
}
