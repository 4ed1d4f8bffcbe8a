/// Returns `count` bytes that contain no repetition within 64 kB. It is fast even without optimization.
func pattern(_ count: Int) -> [UInt8] {
  let block = (0..<65536).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) &* 7) }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  while bytes.count + block.count <= count { bytes += block }
  bytes += block[..<(count - bytes.count)]
  return bytes
}
