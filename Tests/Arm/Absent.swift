// Stands for the few declarations that Embedded Swift cannot compile, or whose files it cannot. No
// recorded call uses them but `prefixBytes`.

/// Never stops: the check of cancellation needs tasks.
struct BandCheck {
    init(height: Int, stride: Int) {}

    func stops(at y: Int, of target: UnsafeMutablePointer<UInt8>) -> Bool { false }
}

/// Never stops, as above.
enum KernelCancellation {
    static func stops(at y: Int) -> Bool { false }
}

/// Colours are multiplied by alpha: another choice needs tasks.
enum StraightColors {
    static let areKept = false
}

/// No bytes.
struct ByteBlock {
    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}

extension RawSpan {
    /// Returns the first bytes, at most `count`.
    func prefixBytes(_ count: Int) -> [UInt8] {
        (0..<min(count, byteCount)).map {
            unsafe unsafeLoadUnaligned(fromByteOffset: $0, as: UInt8.self)
        }
    }
}
