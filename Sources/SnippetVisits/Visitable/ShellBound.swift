public import SnippetShell

/// An object that is used only in the isolation of one shell, such as a view controller or a bridge component.
public protocol ShellBound: AnyObject, SendableMetatype {
  /// The shell.
  var shell: Shell? { get }
}

extension ShellBound {
  /// Returns an action for a node, which runs in the shell's isolation and may change this object.
  ///
  ///     Node.button("Add", action: action { counter, _ in counter.count += 1 })
  public func action(_ body: @escaping @Sendable (Self, NodeEvent) -> Void) -> Node.Action {
    let (reference, shell) = (WeakInShell(self), shell)
    return { event in await shell?.perform { _ in reference.object.map { body($0, event) } } }
  }

  /// Runs asynchronous code in the shell's isolation, for example to show a dialog and then use the answer.
  ///
  ///     perform { component, shell in
  ///       if let index = await shell.choose("Sort", from: ["Title", "Price"]) { component.sort(by: index) }
  ///     }
  public func perform(_ body: @escaping @Sendable (Self, isolated Shell) async -> Void) {
    guard let shell else { return }
    let reference = WeakInShell(self)
    Task { await reference.run(body, in: shell) }
  }
}

/// An object of this module whose members are used only in the isolation of its shell.
protocol ShellUser: AnyObject {
  var shell: Shell? { get }
}

extension ShellUser {
  /// Runs a function in the isolation of the shell. The caller must already run in this isolation.
  @discardableResult
  func inShell<Result: Sendable>(_ body: @Sendable (isolated Shell) throws -> Result) rethrows -> Result? {
    // Safe: the callers use all members of this object in the shell's isolation.
    try shell?.assumeIsolated { try body($0) }
  }
}

/// A weak reference that may leave the shell's isolation.
///
/// This is safe, because `object` is read only in the shell's isolation.
struct WeakInShell<Object: AnyObject>: @unchecked Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }

  func run(_ body: @Sendable (Object, isolated Shell) async -> Void, in shell: isolated Shell) async {
    if let object { await body(object, shell) }
  }
}

/// A value that may leave the shell's isolation.
///
/// This is safe, because `value` is read only in the shell's isolation.
struct InShell<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
