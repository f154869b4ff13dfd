// Text of URLs and header fields.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension StringProtocol {
    /// The text without spaces and tabs at its ends.
    package var trimmingSpaces: String {
        var text = drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}

extension String {
    /// The text with lower-case letters in place of ASCII capitals.
    package var asciiLowered: String { String(decoding: utf8.map(\.lowered), as: UTF8.self) }

    /// `true` if both are the same ASCII text but for case.
    package func equalsIgnoringCase(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.lowered == $1.lowered }
    }

    /// Hashes the bytes, and how many there are.
    ///
    /// Swift hashes canonically equivalent text alike: of many such texts, each with other bytes, all
    /// would have one hash.
    package func hashBytes(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        // Safe because the bytes are only read during the call.
        let isHashed: Void? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isHashed == nil { for byte in utf8 { hasher.combine(byte) } }
    }

    /// `true` if both are the same bytes; Swift compares text by canonical equivalence.
    package func hasBytes(of other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Safe because both have so many bytes.
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
    /// Returns the text before the first byte that fulfils a condition; bytes, since an accent after
    /// a slash would hide it.
    package func prefix(untilByte isEnd: (UInt8) -> Bool) -> Substring {
        let offset = unsafe utf8.withContiguousStorageIfAvailable { bytes in
            unsafe bytes.firstIndex(where: isEnd) ?? bytes.count
        }
        guard let offset else { return self[..<(utf8.firstIndex(where: isEnd) ?? endIndex)] }
        return self[..<utf8.index(startIndex, offsetBy: offset)]
    }
}

extension UInt8 {
    /// The lower-case letter of an upper-case ASCII one, else itself.
    package var lowered: UInt8 { self >= 65 && self <= 90 ? self + 32 : self }
}
