/// The limit of open descriptors of this process.
package enum SystemDescriptors {
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)

  /// The soft and hard limit; nil if the system does not report them.
  package static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  package static func setLimit(_ limit: rlimit) {
    var limit = limit
    setrlimit(resource, &limit)
  }
}
