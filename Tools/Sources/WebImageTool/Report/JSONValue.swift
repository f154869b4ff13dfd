import WebImage

/// A JSON value (RFC 8259), written on one line.
indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case fraction(Double)
    case text(String)
    case list([JSONValue])
    case object([(name: String, value: JSONValue)])

    /// Returns a duration in milliseconds, to the microsecond.
    static func milliseconds(_ duration: Duration) -> JSONValue {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        if microseconds % 1000 == 0 { return .number(Int(microseconds / 1000)) }
        return .fraction(Double(microseconds) / 1000)
    }

    /// The value as JSON text, members in the given order.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += String(value)
        // Swift's description does not depend on the locale, and JSON allows its exponents.
        case .fraction(let value): text += value.isFinite ? value.description : "null"
        case .text(let value): Self.write(value, to: &text)
        case .list(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += "," }
                value.write(to: &text)
            }
            text += "]"
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                if index > 0 { text += "," }
                Self.write(member.name, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// Writes a string; those escapes that are not here are the library's.
    private static func write(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // JSON is Unicode, so a byte of a path that is none is marked as such.
            case _ where SystemPath.isByte(scalar): text += "\u{FFFD}"
            default:
                if let escape = JSONText.escape(of: scalar) {
                    text += escape
                } else {
                    text.unicodeScalars.append(scalar)
                }
            }
        }
        text += "\""
    }
}

extension Int? {
    /// The member `line` of a number; none without one.
    var member: [(name: String, value: JSONValue)] { map { [("line", .number($0))] } ?? [] }
}
