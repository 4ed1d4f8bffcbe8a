public import ArgumentParser
public import Logging

/// Command-line options that configure a bridge server, for use in a program's own command:
///
///     @OptionGroup var bridge: BridgeOptions
public typealias BridgeOptions = PrefixedBridgeOptions<NoOptionPrefix>

/// Command-line options that configure a bridge server, with a prefix in their names. Use a prefix if your command has
/// other options with the same names. With the prefix in this example, the option `--port` becomes `--web-port`:
///
///     enum Web: OptionPrefix { static let optionPrefix = "web" }
///     @OptionGroup var bridge: PrefixedBridgeOptions<Web>
public struct PrefixedBridgeOptions<Prefix: OptionPrefix>: ParsableArguments {
  /// The address to listen on.
  @Option(name: Self.named("host"), help: "The address to listen on: a numeric address or localhost.")
  public var host = "127.0.0.1"

  /// The port number. 0 selects any free port.
  @Option(name: Self.named("port"), help: "The port to listen on; 0 selects any free port.")
  public var port = 8080

  /// The folder whose files are served, or `nil` if the option is missing.
  @Option(name: Self.named("root"), help: "The folder with the files to serve.")
  public var root: String?

  /// Whether the server uses https and wss.
  @Flag(name: Self.named("tls"), help: "Serve https and wss, with a self-signed certificate unless a file is given.")
  public var tls = false

  /// The path of a PEM file with the certificate. Requires ``key``.
  @Option(
    name: Self.named("certificate"),
    help: "A PEM file with the certificate and its chain; implies \(Self.option("tls")).")
  public var certificate: String?

  /// The path of a PEM file with the certificate's private key. Requires ``certificate``.
  @Option(name: Self.named("key"), help: "A PEM file with the private key of the certificate.")
  public var key: String?

  /// The folder for the self-signed certificate.
  @Option(name: Self.named("certificates"), help: "The folder for the self-signed certificate.")
  public var certificates = "certs"

  /// The number of event loops, or `nil` for one per core.
  @Option(name: Self.named("loops"), help: "The number of event loops, each with a thread; by default one per core.")
  public var loops: Int?

  /// The host names that browsers may use for this server, in addition to localhost and numeric addresses.
  @Option(name: Self.named("name"), help: "A host name that browsers may use for this server. Can be repeated.")
  public var name: [String] = []

  /// The origins under which browsers reach this server through a proxy.
  @Option(
    name: Self.named("origin"),
    help: """
      An origin under which browsers reach this server through a proxy, such as https://kiosk.example. Can be repeated.
      """)
  public var origin: [String] = []

  /// The origins of other servers whose pages load the page script.
  @Option(
    name: Self.named("page-origin"),
    help: """
      The origin of another server on this host, such as http://localhost:5173, whose pages load the page script \
      themselves. Can be repeated.
      """)
  public var pageOrigin: [String] = []

  /// The proxied sites, which are sites of other servers.
  @Option(
    name: Self.named("remote"),
    help: """
      Serve another server's pages with the bridge, at http://shop.localhost:8081: shop=http://localhost:5173 or \
      shop:8081=…. Can be repeated.
      """,
    transform: ProxiedSite.init(option:))
  public var remote: [ProxiedSite] = []

  /// The domain of the proxied sites for browsers on other machines.
  @Option(
    name: Self.named("site-domain"),
    help: "The domain below which browsers on other machines open the sites of \(Self.option("remote")).")
  public var siteDomain: String?

  /// The path of a PEM file with the authority for certificates of proxied sites, or `nil` for the system's
  /// authorities.
  @Option(
    name: Self.named("remote-ca"),
    help: "A PEM file with the only authority that is trusted for certificates of \(Self.option("remote")) servers.")
  public var remoteAuthority: String?

  /// The addresses of the trusted reverse proxies.
  @Option(
    name: Self.named("trusted-proxy"),
    help: """
      The address or address range of a reverse proxy whose X-Forwarded-For header is trusted. Can be repeated.
      """)
  public var trustedProxy: [String] = []

  /// The path of the token file. Only browsers that present the token may open pages.
  @Option(
    name: Self.named("token-file"),
    help: """
      A file with the token that each browser must present once, as /?token=… or typed. If the file is missing, it is \
      created with a random token.
      """)
  public var tokenFile: String?

  /// The path of a PEM file with the authority for client certificates. Only clients with a certificate from this
  /// authority may connect.
  @Option(
    name: Self.named("client-ca"),
    help: """
      A PEM file with an authority for client certificates. Only clients with such a certificate can connect. \
      Requires \(Self.option("tls")).
      """)
  public var clientAuthority: String?

  /// Whether anyone on the network may open pages.
  @Flag(
    name: Self.named("allow-network"),
    help: """
      Allow everybody who can reach \(Self.option("host")) to open the pages, without \(Self.option("token-file")) or \
      \(Self.option("client-ca")).
      """)
  public var allowNetwork = false

  /// The maximum number of simultaneous connections.
  @Option(name: Self.named("max-connections"), help: "The maximum number of simultaneous connections.")
  public var maxConnections = BridgeConfiguration().connections.maximumCount

  /// The maximum number of simultaneous connections from one IPv4 address or from one 64-bit IPv6 network.
  @Option(
    name: Self.named("max-connections-per-address"),
    help: "The maximum number of simultaneous connections of one address.")
  public var maxConnectionsPerAddress = BridgeConfiguration().connections.maximumCountPerAddress

  /// A Content-Security-Policy for the pages, or `nil` for none.
  @Option(
    name: Self.named("content-security-policy"),
    help: "A Content-Security-Policy for the pages. The server adds the sources that the bridge needs.")
  public var contentSecurityPolicy: String?

  /// The addresses that pages may navigate to, in addition to the server's own. If empty, all addresses are allowed.
  @Option(
    name: Self.named("allow-navigation"),
    help: """
      An address that pages may navigate to, such as apple.com or https://shop.example/checkout. All others are \
      denied. Can be repeated.
      """)
  public var allowNavigation: [String] = []

  /// The addresses that pages must not navigate to.
  @Option(
    name: Self.named("deny-navigation"),
    help: "An address that pages must not navigate to, such as ads.example. Can be repeated.")
  public var denyNavigation: [String] = []

  /// The isolation of pages from other sites, which enables fast blocking calls.
  @Option(
    name: Self.named("isolation"),
    help: """
      The isolation of pages from other sites: credentialless, require-corp or none. Isolation makes blocking calls \
      fast in Chromium.
      """)
  public var isolation = CrossOriginIsolation.credentialless

  /// The text that a page shows while its server is unreachable. `nil` means the default text. An empty text means that
  /// the page shows nothing.
  @Option(
    name: Self.named("notice"),
    help: "The notice that pages show while the server is unreachable; by default \"Connecting…\"; \"\" for none.")
  public var notice: String?

  /// A GPX file with the route of a simulated device, for development.
  @Option(
    name: Self.named("gpx"),
    help: "A GPX file with a route. Pages get positions of a simulated device that repeats the route.")
  public var gpx: String?

  /// The speed of the simulated device relative to the GPX file.
  @Option(name: Self.named("gpx-speed"), help: "The speed factor of the simulated device; by default 1.")
  public var gpxSpeed: Double?

  /// The address of the gpsd that provides the device's location.
  @Option(
    name: Self.named("gpsd"),
    help: "The address of a gpsd, such as localhost:2947. Pages get the positions of its receiver.")
  public var gpsd: String?

  /// Whether the server serves the TypeScript declarations, for development.
  @Flag(
    name: Self.named("serve-declarations"),
    help: "Serve TypeScript declarations of the interfaces at /_bridge/native.d.ts; for development.")
  public var serveDeclarations = false

  /// The path of the file to which the program writes the TypeScript declarations instead of serving, or `nil` to
  /// serve.
  @Option(
    name: Self.named("declarations"), help: "Write TypeScript declarations of the interfaces to this file and exit.")
  public var declarations: String?

  /// Whether each request is logged.
  @Flag(name: Self.named("access-log"), help: "Log each request.")
  public var accessLog = false

  /// Whether each call is logged, with its arguments and its result.
  @Flag(
    name: Self.named("debug-mode"),
    help: "Log each call between page and Swift, with arguments and result; for development only.")
  public var debugMode = false

  /// The path of the file to which the server writes a recording, or `nil` for none.
  @Option(
    name: Self.named("record"),
    help: "Write what pages and Swift say to each other to this file, with masked secrets; for development.")
  public var record: String?

  /// Indicates whether the program has an inspector.
  @Flag(
    name: Self.named("inspector"),
    help: "Show all calls and web views at /_bridge/inspector, with masked secrets; for development.")
  public var inspector = false

  /// The inspector's port.
  @Option(
    name: Self.named("inspector-port"),
    help: "The port of the inspector; implies \(Self.option("inspector")). By default any free port.")
  public var inspectorPort: Int?

  /// The file with the token of the inspector.
  @Option(
    name: Self.named("inspector-token-file"),
    help: """
      The file with the inspector's own token; created if missing. By default beside the file of \
      \(Self.option("token-file")).
      """, completion: .file())
  public var inspectorTokenFile: String?

  /// Additional words for names of secrets in recordings and in the inspector.
  @Option(
    name: Self.named("mask"),
    help: """
      A further word for names whose values are masked in \(Self.option("record")) and \(Self.option("inspector")). \
      Can be repeated.
      """)
  public var mask: [String] = []

  /// The minimum level of messages to log.
  @Option(
    name: Self.named("log-level"),
    help: "The minimum log level: trace, debug, info, notice, warning, error or critical.",
    transform: { text in
      guard let level = Logger.Level(rawValue: text) else {
        throw ValidationError(
          "\"\(text)\" is not a log level. Use trace, debug, info, notice, warning, error or critical.")
      }
      return level
    })
  public var logLevel: Logger.Level = .info

  /// Creates options with their default values.
  public init() {}

  /// Returns an option's name in the form in which it is written on a command line.
  static func option(_ name: String) -> String { "--" + prefixed(name) }

  private static func named(_ name: String) -> NameSpecification { .customLong(prefixed(name)) }

  private static func prefixed(_ name: String) -> String {
    Prefix.optionPrefix.isEmpty ? name : "\(Prefix.optionPrefix)-\(name)"
  }

  /// Validates the options. ArgumentParser calls this function. Throws a `ValidationError` that names the invalid
  /// option.
  public mutating func validate() throws {
    try Self.validate("port", port, in: 0...65535)
    try Self.validate("inspector-port", inspectorPort, in: 0...65535)
    try Self.validate("loops", loops, in: 1...256)
    guard maxConnections > 0, maxConnectionsPerAddress > 0 else {
      throw ValidationError(
        "\(Self.option("max-connections")) and \(Self.option("max-connections-per-address")) must be at least 1.")
    }
    do {
      _ = try navigationPolicy
    } catch {
      throw ValidationError("\(error)")
    }
    try Self.validate("name", name, TrustPolicy.host)
    try Self.validate("site-domain", [siteDomain].compactMap(\.self), SiteHosts.domain)
    try Self.validate(
      "content-security-policy", [contentSecurityPolicy].compactMap(\.self), ContentSecurityPolicy.checked)
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("\(Self.option("certificate")) and \(Self.option("key")) must be used together.")
    }
    try validateLocation()
    guard clientAuthority == nil || tls || certificate != nil else {
      throw ValidationError(
        """
        \(Self.option("client-ca")) requires \(Self.option("tls")), or \(Self.option("certificate")) and \
        \(Self.option("key")).
        """)
    }
  }

  private static func validate(_ name: String, _ value: Int?, in range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(option(name)) must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
  }

  /// Calls `check` for each value of an option. If it throws, adds the option's name to the error.
  private static func validate<Result>(
    _ name: String, _ values: [String], _ check: (String) throws(BridgeServerError) -> Result
  ) throws {
    do {
      for value in values { _ = try check(value) }
    } catch {
      throw ValidationError("\(option(name)): \(error)")
    }
  }

  private var navigationPolicy: NavigationPolicy {
    get throws { try NavigationPolicy(parsing: allowNavigation.isEmpty ? nil : allowNavigation, deny: denyNavigation) }
  }

  /// Returns the configuration that the options describe. `root` is the folder to serve if the option `--root` is
  /// missing.
  public func configuration(root: String = "public") -> BridgeConfiguration {
    var logger = Logger(label: "SnippetBridge")
    logger.logLevel = logLevel
    var configuration = BridgeConfiguration(
      host: host, port: port, root: self.root ?? root, loops: loops, logger: logger)
    if let certificate, let key {
      configuration.tls = .files(certificate: certificate, key: key)
    } else if tls {
      configuration.tls = .selfSigned(folder: certificates)
    }
    configuration.names = Set(name)
    configuration.origins = Set(origin)
    configuration.pageOrigins = Set(pageOrigin)
    configuration.proxiedSites = remote.map { site in
      ProxiedSite(name: site.name, target: site.target, port: site.port, authorityFile: remoteAuthority)
    }
    configuration.siteDomain = siteDomain
    configuration.trustedProxies = trustedProxy
    configuration.token = tokenFile.map(AccessToken.file)
    configuration.clientAuthority = clientAuthority
    configuration.allowsNetwork = allowNetwork
    configuration.connections.maximumCount = maxConnections
    configuration.connections.maximumCountPerAddress = maxConnectionsPerAddress
    configuration.contentSecurityPolicy = contentSecurityPolicy
    // validate() has already parsed these rules, so parsing them cannot fail here.
    configuration.navigationPolicy = (try? navigationPolicy) ?? NavigationPolicy(allow: [])
    configuration.isolation = isolation
    configuration.connectionNotice = notice
    configuration.servesDeclarations = serveDeclarations
    configuration.isInDebugMode = debugMode
    configuration.declarations = declarations
    configuration.recordingFile = record
    configuration.maskedNames = Set(mask)
    configuration.inspectorPort = inspectorPort ?? (inspector ? 0 : nil)
    configuration.inspectorToken = inspectorTokenFile.map(AccessToken.file)
    configuration.locationServiceBridge = locationServiceBridge(logger: logger)
    if accessLog { configuration.accessLog = Logger(label: "SnippetBridge.access") }
    return configuration
  }
}

/// The prefix for the option names of ``PrefixedBridgeOptions``.
public protocol OptionPrefix {
  /// The prefix, such as `web` for `--web-port`.
  static var optionPrefix: String { get }
}

/// The empty prefix, which ``BridgeOptions`` uses: `--port`.
public enum NoOptionPrefix: OptionPrefix {
  /// The empty prefix.
  public static let optionPrefix = ""
}
