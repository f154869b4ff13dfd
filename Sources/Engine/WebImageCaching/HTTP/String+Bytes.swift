// Text of URLs and header fields.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension StringProtocol {
    package var trimmingSpaces: String {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension String {
    package var asciiLowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }

    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.lowered == $1.lowered }
    }

    /// Hashes the bytes and their number.
    ///
    /// Swift gives canonically equivalent texts one hash, so an attacker could choose colliding
    /// keys.
    package func hashBytes(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        // Safe because the bytes are only read during the call.
        let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isHashed == nil { for byte in utf8 { hasher.combine(byte) } }
    }

    /// Returns `true` if both are the same bytes; Swift compares text by canonical equivalence.
    package func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Safe because both have that number of bytes.
        let difference = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe other.utf8.withContiguousStorageIfAvailable { others -> CInt in
                guard let start = bytes.baseAddress, let other = others.baseAddress else {
                    return 0
                }
                return unsafe memcmp(start, other, bytes.count)
            }
        }
        return (difference ?? nil).map { $0 == 0 } ?? utf8.elementsEqual(other.utf8)
    }
}

extension Substring {
    /// Returns the text before the first byte that fulfils a condition.
    ///
    /// A search by characters would miss a slash that an accent follows.
    package func prefix(untilByte isEnd: (UInt8) -> Bool) -> Substring {
        let offset = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.firstIndex(where: isEnd) ?? bytes.count
        }
        guard let offset else { return self[..<(utf8.firstIndex(where: isEnd) ?? endIndex)] }
        return self[..<utf8.index(startIndex, offsetBy: offset)]
    }
}

extension UInt8 {
    package var lowered: UInt8 { self >= 65 && self <= 90 ? self + 32 : self }
}
