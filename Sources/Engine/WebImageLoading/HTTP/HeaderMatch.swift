public import WebImageCaching
import WebImageCoding

/// A header field of responses by its name, and by its value unless any will do.
///
/// ```swift
/// let errors = [HeaderMatch("ErrorCode", 100), HeaderMatch("X-Placeholder")]
/// ```
public struct HeaderMatch: Hashable, Sendable {
    /// The value of a field.
    ///
    /// Several lines of one name are one list, as are several members between commas (RFC 9110,
    /// section 5.3), and one that fits is enough.
    public enum Value: Hashable, Sendable {
        /// Any value, also an empty one.
        case any
        /// The text of a member or of a whole line, byte by byte, without the white space around
        /// it.
        case text(String)
        /// A whole number, which is read by `HeaderFields.integers(_:)`.
        case number(Int)
    }

    /// The name, in any case.
    public var name: String
    /// The value.
    public var value: Value

    /// Creates a match of a name, and of a value.
    public init(_ name: String, _ value: Value = .any) {
        self.name = name
        self.value = value
    }

    /// Reads `Name` for any value, or `Name: value`, whose value is a number if it is written as
    /// one, such as `100` or `-1`, else a text.
    ///
    /// - Returns: Nil if the name is no token (RFC 9110, section 5.6.2), if nothing follows the
    ///   colon, and for control characters.
    public init?(reading text: some StringProtocol) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first?.trimmingSpaces ?? ""
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenByte) else { return nil }
        guard parts.count == 2 else {
            self.init(name)
            return
        }
        let value = parts[1].trimmingSpaces
        guard !value.isEmpty, value.utf8.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
            return nil
        }
        let number = Int(value).flatMap { String($0).hasBytes(of: value) ? $0 : nil }
        self.init(name, number.map { .number($0) } ?? .text(value))
    }

    /// Returns the first value of the fields that fits, without white space around it; nil if none
    /// does.
    public func found(in headers: HeaderFields) -> String? {
        switch value {
        case .any: headers.values(name).first?.trimmingSpaces
        case .number(let number): headers.integers(name).contains(number) ? "\(number)" : nil
        case .text(let text):
            headers.values(name).lazy.flatMap { [$0.trimmingSpaces] + Self.members(of: $0) }
                .first { $0.hasBytes(of: text) }
        }
    }

    /// Returns the members of a list; a comma in quotes separates none (RFC 9110, section 5.6.1).
    private static func members(of list: String) -> [String] {
        var (members, member) = ([String](), [UInt8]())
        var (isQuoted, isEscaped) = (false, false)
        for byte in list.utf8 {
            if byte == UInt8(ascii: ","), !isQuoted {
                members.append(String(decoding: member, as: UTF8.self).trimmingSpaces)
                member = []
                continue
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
            isEscaped = isQuoted && byte == UInt8(ascii: "\\") && !isEscaped
            member.append(byte)
        }
        return members + [String(decoding: member, as: UTF8.self).trimmingSpaces]
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension HeaderMatch: CustomStringConvertible {
    /// The name, and after a colon the value, as ``init(reading:)`` reads them.
    public var description: String {
        switch value {
        case .any: name
        case .text(let text): "\(name): \(text)"
        case .number(let number): "\(name): \(number)"
        }
    }
}

extension HeaderMatch: Spellable {
    /// The name in lower case, the kind of the value and the value, for keys.
    public var spelling: String {
        let name = name.asciiLowered.spelling
        return switch value {
        case .any: name
        case .text(let text): "\(name)=\(text.spelling)"
        case .number(let number): "\(name):\(number)"
        }
    }
}

extension HeaderMatch.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    /// Creates a text.
    public init(stringLiteral text: String) { self = .text(text) }
    /// Creates a number.
    public init(integerLiteral number: Int) { self = .number(number) }
}
