/// A response body on its way out.
struct Outgoing {
  let body: Response.Body
  let length: Int64
  var offset: Int64 = 0
  var remaining: Int64 { length - offset }

  /// Appends as much of the body's start as `bytes` takes to be of that size. The number of bytes; what cannot be read is noticed when it is its turn.
  func appendStart(to bytes: inout [UInt8], upTo size: Int) -> Int {
    let room = Int(min(length, Int64(max(0, size - bytes.count))))
    guard room > 0 else { return 0 }
    let before = bytes.count
    switch body {
    case .none: break
    case .bytes(let body): bytes += body.prefix(room)
    case .stream(let stream):
      bytes += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        count = (try? stream.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)) ?? 0
      }
    }
    return bytes.count - before
  }
}
