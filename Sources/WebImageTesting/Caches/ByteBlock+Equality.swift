import WebImageCaching
import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension ByteBlock {
    /// Whether both have the same bytes; fast in builds for debugging too.
    func hasBytes(of other: ByteBlock) -> Bool {
        guard count == other.count else { return false }
        // Safe because both have so many bytes.
        return withUnsafeBytes { mine in
            other.withUnsafeBytes { yours in
                guard let a = mine.baseAddress, let b = yours.baseAddress else { return true }
                return memcmp(a, b, count) == 0
            }
        }
    }
}
