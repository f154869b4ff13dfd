/// The directives of `Cache-Control` fields (RFC 9111, section 5.2), however badly written.
package struct CacheDirectives: Hashable, Sendable {
    /// Names in lower case; of duplicates the first (RFC 9111, section 4.2.1).
    private var values: [String: String?] = [:]

    /// Reads the fields of one head as if they were one.
    init(_ fields: [String]) {
        for field in fields {
            for part in Self.split(field) {
                let pair = part.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = pair[0].trimmingSpaces.lowercased()
                guard !name.isEmpty, values[name] == nil else { continue }
                let value = pair.count > 1 ? Self.unquoted(pair[1].trimmingSpaces) : nil
                values.updateValue(value, forKey: name)
            }
        }
    }

    /// Whether a directive is there, with or without a value.
    package func contains(_ name: String) -> Bool { values[name] != nil }

    /// Whether a directive is there with a value.
    func hasValue(_ name: String) -> Bool { values[name].flatMap { $0 } != nil }

    /// The seconds of a directive: nil if it isn't there, 0 if its value is no number.
    ///
    /// RFC 9111, section 4.2.1, wants an answer with invalid freshness to be taken for stale. More
    /// seconds than 2³¹ count as so many (section 1.2.2).
    func seconds(_ name: String) -> Int? {
        guard let value = values[name] else { return nil }
        return value.flatMap(Self.seconds) ?? 0
    }

    /// `delta-seconds` of RFC 9111, section 1.2.2.
    package static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// Parts between commas that are not within quotes.
    private static func split(_ field: String) -> [String] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in field.utf8 {
            if byte == 44, !isQuoted {
                parts.append([])
                continue
            }
            if byte == 34, !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == 92 && !isEscaped
            parts[parts.count - 1].append(byte)
        }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    private static func unquoted(_ text: String) -> String {
        guard text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}
