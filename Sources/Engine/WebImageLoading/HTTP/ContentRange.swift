import WebImageCaching

/// `Content-Range` (RFC 9110, section 14.4), of bytes.
package struct ContentRange: Hashable, Sendable {
    /// The first and the last byte; `nil` if the range was refused.
    package var range: ClosedRange<Int>?
    /// The number of all bytes, `nil` if the server does not know it.
    package var byteCount: Int?

    /// Reads `bytes 5-9/10`, `bytes 5-9/*` or `bytes */10`; `nil` for anything else.
    package init?(_ field: String) {
        let field = field.trimmingSpaces
        guard field.utf8.count > 6, String(field.prefix(6)).equalsIgnoringCase("bytes ") else {
            return nil
        }
        let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        byteCount = Int(digits: parts[1])
        guard byteCount != nil || parts[1] == "*" else { return nil }
        if parts[0] == "*" {
            guard byteCount != nil else { return nil }
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(digits: ends[0]), let last = Int(digits: ends[1]),
            first <= last, last < byteCount ?? .max
        else { return nil }
        range = first...last
    }
}
