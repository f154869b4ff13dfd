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
                values.updateValue(pair.count > 1 ? Self.argument(pair) : nil, forKey: name)
            }
        }
    }

    /// Returns the argument of a directive; blanks beside the sign make it invalid, thus no number.
    private static func argument(_ pair: [Substring]) -> String {
        let value = pair[1].trimmingSpaces
        let isBare = value.utf8.first == pair[1].utf8.first && !pair[0].hasSuffix(" ")
        return isBare && !pair[0].hasSuffix("\t") ? unquoted(value) : " \(value)"
    }

    /// Returns `true` if a directive is there, with or without a value.
    package func contains(_ name: String) -> Bool { values[name] != nil }

    func hasValue(_ name: String) -> Bool { values[name].flatMap { $0 } != nil }

    /// Returns the seconds of a directive: nil if it isn't there, 0 if its value is no number.
    ///
    /// A response with invalid freshness is stale (RFC 9111, section 4.2.1). Larger numbers than
    /// 2³¹ count as 2³¹ (section 1.2.2).
    func seconds(_ name: String) -> Int? {
        guard let value = values[name] else { return nil }
        return value.flatMap(Self.seconds) ?? 0
    }

    /// Reads `delta-seconds` of RFC 9111, section 1.2.2.
    package static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        return min(Int(text) ?? .max, 1 << 31)
    }

    /// Adds a directive, in place of one of that name.
    mutating func set(_ name: String, seconds: Double? = nil) {
        values.updateValue(seconds.map { String(Int(max(0, $0))) }, forKey: name)
    }

    mutating func remove(_ name: String) { values[name] = nil }

    /// The directives as one field, in the order of their names.
    var text: String {
        values.sorted { $0.key < $1.key }.map { name, value in
            guard let value else { return name }
            let isToken = value.utf8.allSatisfy { $0 > 32 && $0 != 34 && $0 != 44 && $0 < 127 }
            return isToken ? "\(name)=\(value)" : "\(name)=\"\(value)\""
        }.joined(separator: ", ")
    }

    /// Returns the parts of a field between commas, or another mark, that are not quoted.
    package static func split(_ field: String, at mark: UInt8 = 44) -> [String] {
        var parts: [[UInt8]] = [[]]
        var isQuoted = false
        var isEscaped = false
        for byte in field.utf8 {
            if byte == mark, !isQuoted {
                parts.append([])
                continue
            }
            if byte == 34, !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == 92 && !isEscaped
            parts[parts.count - 1].append(byte)
        }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    package static func unquoted(_ text: String) -> String {
        guard text.utf8.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}

/// The directives of a request to caches (RFC 9111, section 5.2.1); times are in seconds.
package struct RequestDirectives: Hashable, Sendable {
    let maxAge: Double?
    let minFresh: Double?
    /// Infinite if the directive has no number.
    let maxStale: Double?
    let isNoCache: Bool
    let isNoStore: Bool
    package let isOnlyIfCached: Bool

    /// Reads the fields of a request; `Pragma: no-cache` counts if there is no `Cache-Control`
    /// (section 5.4).
    package init(_ request: HeaderFields) {
        let fields = request.values("Cache-Control")
        let directives = CacheDirectives(fields.isEmpty ? request.values("Pragma") : fields)
        maxAge = directives.seconds("max-age").map(Double.init)
        minFresh = directives.seconds("min-fresh").map(Double.init)
        maxStale =
            directives.hasValue("max-stale")
            ? directives.seconds("max-stale").map(Double.init)
            : directives.contains("max-stale") ? .infinity : nil
        isNoCache = directives.contains("no-cache")
        isNoStore = directives.contains("no-store")
        isOnlyIfCached = directives.contains("only-if-cached")
    }

    package static func areIn(_ request: HeaderFields) -> Bool {
        request["Cache-Control"] != nil || request["Pragma"] != nil
    }
}
