import WebImageCaching
import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ByteBlock {
    /// Returns `true` if both contain the same bytes; fast in debug builds too.
    func hasBytes(of other: ByteBlock) -> Bool {
        guard count == other.count else { return false }
        // Safe because both have `count` bytes.
        return withUnsafeBytes { mine in
            other.withUnsafeBytes { yours in
                guard let a = mine.baseAddress, let b = yours.baseAddress else { return true }
                return memcmp(a, b, count) == 0
            }
        }
    }
}
