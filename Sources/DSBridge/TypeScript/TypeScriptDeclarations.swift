/// The text of a `.d.ts` file that declares the functions of one web view. The file is used together with the page
/// script's bridge.d.ts, and adds the functions to the interface `Native` there.
struct TypeScriptDeclarations {
  /// A tree of functions by the parts of their names: `a.b.f` is the leaf `f` of `b` of `a`.
  private final class Node {
    var function: ExposedFunction?
    var children: [(name: String, node: Node)] = []

    func child(_ name: String) -> Node {
      if let known = children.first(where: { $0.name == name }) { return known.node }
      children.append((name, Node()))
      return children[children.endIndex - 1].node
    }
  }

  private let root = Node()
  private let types = TypeScriptTypes()

  /// The names that JavaScript looks up in any object. `native` has no functions under these names; see native.js.
  private static let shadowed: Set<String> = ["then", "toJSON", "toString", "valueOf"]

  private func isShadowed(_ name: String, in node: Node) -> Bool {
    Self.shadowed.contains(name) || node === root && name == "call"
  }

  mutating func add(_ function: ExposedFunction, in namespace: String) {
    var node = root
    for part in namespace.split(separator: ".", omittingEmptySubsequences: false) where !namespace.isEmpty {
      node = node.child(String(part))
    }
    node.child(function.name).function = function
  }

  var text: String {
    let native = members(of: root, indentation: "    ")
    let declarations = types.declarations.map { "\n\($0)" }.joined()
    return """
      // The functions that a page may call. Use this file together with /_bridge/bridge.d.ts of the same server.

      export {};

      declare global {
        interface Native {
      \(native)  }
      }
      \(declarations)
      """
  }

  private func members(of node: Node, indentation: String) -> String {
    var text = ""
    for (name, child) in node.children {
      if isShadowed(name, in: node) {
        text += "\(indentation)// \(TypeScriptText.harmless(name)): callable only with native.call\n"
        continue
      }
      let function = child.function.map { TypeScriptFunction($0, types: types) }
      let comment = function?.comment(indentation: indentation) ?? ""
      if !text.isEmpty, !comment.isEmpty || !child.children.isEmpty { text += "\n" }
      let key = TypeScriptText.key(name)
      if child.children.isEmpty {
        text += "\(comment)\(indentation)\(key)\(function?.text(indentation: indentation) ?? ": {}");\n"
      } else {
        let call = function.map { "\(indentation)  \($0.text(indentation: indentation + "  "));\n" } ?? ""
        text += "\(comment)\(indentation)\(key): {\n\(call)"
        text += "\(members(of: child, indentation: indentation + "  "))\(indentation)};\n"
      }
    }
    return text
  }
}

extension WebView {
  /// Returns a `.d.ts` file that declares the functions a page of this web view may call, as members of `native`,
  /// with the comments from Swift.
  ///
  /// The file contains the interfaces that were added before this call, in their order. It complements the bridge.d.ts
  /// that servers provide at `/_bridge/bridge.d.ts`. A `Codable` type is declared with the members that it decodes. To
  /// find them, the type is decoded once from placeholder values. A type that cannot be analyzed in this way is
  /// `unknown`. Examples are a type that is not `Decodable`, and an enum that is neither a `String` nor `CaseIterable`.
  public nonisolated func typeScriptDeclarations() async -> String {
    await withCheckedContinuation { continuation in
      perform { webView in
        var declarations = TypeScriptDeclarations()
        for (namespace, functions) in webView.callableFunctions {
          for function in functions { declarations.add(function, in: namespace) }
        }
        continuation.resume(returning: declarations.text)
      }
    }
  }
}
