/// A function of the page, as a test registers it.
enum PageFunction: Sendable {
  case synchronous(@Sendable (PageArguments) throws -> (any Encodable & Sendable)?)
  case asynchronous(@Sendable (PageArguments, PageResponder) -> Void)
}
