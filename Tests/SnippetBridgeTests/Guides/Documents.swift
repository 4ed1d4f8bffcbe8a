import Foundation
import HTTPTypes
import SnippetBridge

// The code of docs/guides/documents.md.

func configurations() throws -> [BridgeConfiguration] {
  var memory = BridgeConfiguration()
  memory.documents = .memory([
    "index.html": "<!doctype html><title>Hello</title><script src=\"app.js\"></script>",
    "app.js": "console.log(bridge.call('addingOne', 5))",
  ])

  var resources = BridgeConfiguration()
  resources.documents = try FolderDocuments(bundle: .main, folder: "pages")

  var made = BridgeConfiguration()
  made.documents = .function { path in
    path == "index.html" ? PageContent("<title>Made at \(Date())</title>") : nil
  }
  return [memory, resources, made]
}

struct Themed: DocumentSource {
  let theme: FolderDocuments
  let usual: FolderDocuments

  func document(at path: String) async throws -> PageContent? {
    theme.document(at: path) ?? usual.document(at: path)
  }
}

func singlePage(_ configuration: inout BridgeConfiguration) {
  configuration.documentFallback = "index.html"
  configuration.documentHeaders = [
    DocumentHeaders("/assets/**", [.cacheControl: "max-age=31536000, immutable"]),
    DocumentHeaders("/*.html", [.contentLanguage: "en"]),
  ]
}

func addPort(to configuration: inout BridgeConfiguration) throws {
  configuration.listeners = [.init(port: 8081, documents: try FolderDocuments(path: "manuals"))]
}
