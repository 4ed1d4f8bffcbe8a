import Foundation
import TestSupport

/// A load balancer that sends each request to the next server.
final class LoadBalancer: Sendable {
  enum Kind: CaseIterable {
    case haproxy, nginx
  }

  private let folder: URL
  private let process: BackgroundProgram

  init(_ kind: Kind, port: Int, servers: [Int]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "LoadBalancer-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "configuration")
    switch kind {
    case .haproxy:
      try Data(Self.haproxy(port, servers).utf8).write(to: file)
      process = try BackgroundProgram(["/usr/sbin/haproxy", "-f", file.path, "-db", "-V"], until: "")
    case .nginx:
      try Data(Self.nginx(port, servers, folder.path).utf8).write(to: file)
      process = try BackgroundProgram(
        ["/usr/sbin/nginx", "-p", folder.path, "-c", file.path, "-e", "stderr"], until: "")
    }
  }

  func stop() {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  private static func haproxy(_ port: Int, _ servers: [Int]) -> String {
    """
    global
      maxconn 200
    defaults
      mode http
      timeout connect 1s
      timeout client 60s
      timeout server 60s
      option redispatch
      retries 2
    frontend all
      bind 127.0.0.1:\(port)
      default_backend servers
    backend servers
      balance roundrobin
      \(servers.map { "server s\($0) 127.0.0.1:\($0) check inter 100ms" }.joined(separator: "\n  "))

    """
  }

  /// One process, which ends when it is killed.
  private static func nginx(_ port: Int, _ servers: [Int], _ folder: String) -> String {
    let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(folder)/\($0);" }
    return """
      daemon off;
      master_process off;
      pid \(folder)/pid;
      error_log stderr crit;
      events { worker_connections 200; }
      http {
        access_log off;
        \(places.joined(separator: " "))
        map $http_upgrade $connection_upgrade { default upgrade; '' ''; }
        upstream servers { \(servers.map { "server 127.0.0.1:\($0) fail_timeout=1s;" }.joined(separator: " ")) }
        server {
          listen 127.0.0.1:\(port);
          location / {
            proxy_pass http://servers;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_connect_timeout 1s;
          }
        }
      }

      """
  }
}
