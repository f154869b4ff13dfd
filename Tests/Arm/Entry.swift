/// Repeats a recorded call: the entrance for the program in C.
///
/// - Parameters:
///   - call: The number of a ``RecordedLoop``.
///   - numbers: Its four numbers.
///   - input: Rows of premultiplied blue, green, red, alpha without padding.
///   - output: The place for the result.
/// - Returns: The number of bytes of the result, of which at most `capacity` are written; -1 for an
///   unknown call.
@_cdecl("webimage_loop")
public func repeatLoop(
    _ call: UInt32, _ numbers: UnsafePointer<Double>, _ width: UInt32, _ height: UInt32,
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ capacity: Int
) -> Int {
    guard let loop = RecordedLoop(rawValue: call) else { return -1 }
    let picture = Bitmap(
        width: Int(width), height: Int(height), isOpaque: false, rows: input)
    let result = loop.run(
        SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]), on: picture)
    for (at, byte) in result.prefix(capacity).enumerated() { output[at] = byte }
    return result.count
}
