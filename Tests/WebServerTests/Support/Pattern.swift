/// Returns `count` bytes in which all positions within 64 kB look different. Fast without optimization as well.
func pattern(_ count: Int) -> [UInt8] {
  let block = (0..<65536).map { UInt8(truncatingIfNeeded: $0 ^ ($0 >> 8) &* 7) }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count)
  while bytes.count + block.count <= count { bytes += block }
  bytes += block[..<(count - bytes.count)]
  return bytes
}
