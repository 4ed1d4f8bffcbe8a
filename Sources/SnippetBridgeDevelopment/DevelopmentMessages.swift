/// A message from the command `snippet-bridge dev` to the program that it has started.
package enum CommandMessage: Codable, Sendable, Equatable {
  /// The first message, which the program reads before it starts its servers.
  /// - ports: The ports of the program that this one replaces, in the order of its listeners. Empty if there is none.
  /// - script: The script that the program's pages load.
  case begin(ports: [Int], script: String)
  /// Files below the program's document roots have changed. The paths begin with a slash and are not encoded.
  case changed(paths: [String])
  /// The current problems, which all pages show. An empty array means that there are none.
  case problems([Problem])
  /// All pages reload.
  case reload
  /// The program is about to be replaced. Its pages keep the user's input for the next document.
  case restarting
}

/// A message from a program to the command `snippet-bridge dev`.
package enum ProgramMessage: Codable, Sendable, Equatable {
  /// The program's server accepts connections.
  case listening(ServedAddresses)
  /// The number of open pages has changed.
  case pages(Int)
}

/// The addresses at which a program's server listens.
package struct ServedAddresses: Codable, Sendable, Equatable {
  /// A listener of the server.
  package struct Listener: Codable, Sendable, Equatable {
    package var host: String
    package var port: Int
    /// The paths of the certificate and of its key. `nil` for plain HTTP.
    package var certificate: String?
    package var key: String?
    /// The name of the proxied site that the listener serves. `nil` for the server's own pages.
    package var site: String?

    package init(host: String, port: Int, certificate: String? = nil, key: String? = nil, site: String? = nil) {
      self.host = host
      self.port = port
      self.certificate = certificate
      self.key = key
      self.site = site
    }
  }

  /// The URLs for browsers, in the order of the listeners.
  package var urls: [String]
  package var listeners: [Listener]
  /// The host names that the server accepts in addition to `localhost` and numeric addresses.
  package var names: [String]
  /// The absolute paths of the folders that contain the server's documents.
  package var roots: [String]

  /// Indicates whether browsers need a token or a certificate. Then nobody else may see the program's output.
  package var isRestricted: Bool

  package init(
    urls: [String], listeners: [Listener], names: [String] = [], roots: [String] = [], isRestricted: Bool = false
  ) {
    self.urls = urls
    self.listeners = listeners
    self.names = names
    self.roots = roots
    self.isRestricted = isRestricted
  }
}

/// A problem that the terminal and the program's pages show: a compiler's error, or the output of a program that has
/// ended.
package struct Problem: Codable, Sendable, Hashable {
  package var title: String
  /// Further lines, such as the line of source code and the mark below it.
  package var lines: [String]

  package init(_ title: String, lines: [String] = []) {
    self.title = title
    self.lines = lines
  }
}
