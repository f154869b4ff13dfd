import WebImageCaching
import WebImageRuntime

/// `Content-Range` (RFC 9110, section 14.4), of bytes.
package struct ContentRange: Hashable, Sendable {
    /// The first and the last byte; nil where the range was refused.
    package var range: ClosedRange<Int>?
    /// The number of bytes in all, nil if the server doesn't know.
    package var byteCount: Int?

    /// Reads `bytes 5-9/10`, `bytes 5-9/*` or `bytes */10`; nil for anything else.
    package init?(_ field: String) {
        let field = field.trimmingSpaces
        guard field.utf8.count > 6, String(field.prefix(6)).equalsIgnoringCase("bytes ") else {
            return nil
        }
        let parts = field.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        byteCount = Self.number(parts[1])
        guard byteCount != nil || parts[1] == "*" else { return nil }
        if parts[0] == "*" {
            guard byteCount != nil else { return nil }
            return
        }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
            first <= last, last < byteCount ?? .max
        else { return nil }
        range = first...last
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        return Int(text)
    }
}
