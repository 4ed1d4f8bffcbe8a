@testable import DSBridge

extension MessageBody {
  init(_ lines: some Sequence<ServerLine>) {
    self.init()
    for line in lines { add(line) }
  }
}
