/// How many descriptors the process may have.
package enum SystemDescriptors {
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// Nil when nobody knows.
  package static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  package static func setLimit(_ limit: rlimit) {
    var limit = limit
    setrlimit(resource, &limit)
  }
}
