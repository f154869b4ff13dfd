/// A reader of JSON texts (RFC 8259), whose time and memory are proportional to their length.
struct JSONReader {
    private static let maxDepth = 32
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var depth = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Reads the whole text: one value.
    mutating func text() throws(JSONFault) -> JSONNode {
        let node = try value()
        skipBlanks()
        guard index == bytes.count else { throw fault("more than one value") }
        return node
    }

    private func fault(_ reason: String) -> JSONFault { JSONFault(line, reason) }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [32, 9, 10, 13].contains(byte) {
            if byte == 10 { line += 1 }
            index += 1
        }
    }

    /// Skips blanks and a character, if it follows them.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(JSONFault) -> JSONNode {
        skipBlanks()
        let start = line
        guard let byte = next else { throw fault("expected a value, found the end") }
        switch byte {
        case UInt8(ascii: "{"): return JSONNode(.object(try members()), line: start)
        case UInt8(ascii: "["): return JSONNode(.array(try elements()), line: start)
        case UInt8(ascii: "\""): return JSONNode(.string(try string()), line: start)
        default: return JSONNode(try word(), line: start)
        }
    }

    private mutating func members() throws(JSONFault) -> [JSONNode.Member] {
        try enter()
        var (members, names) = ([JSONNode.Member](), Set<String>())
        if skip("}") { return leave(members) }
        repeat {
            skipBlanks()
            let start = line
            guard next == UInt8(ascii: "\"") else { throw fault("expected a name in quotes") }
            let name = try string()
            guard names.insert(name).inserted else {
                throw JSONFault(start, "the name \"\(name)\" stands twice in one object")
            }
            guard skip(":") else { throw fault("expected a colon after \"\(name)\"") }
            members.append(JSONNode.Member(name: name, line: start, node: try value()))
        } while skip(",")
        guard skip("}") else { throw fault("expected a comma or the end of an object") }
        return leave(members)
    }

    private mutating func elements() throws(JSONFault) -> [JSONNode] {
        try enter()
        var elements: [JSONNode] = []
        if skip("]") { return leave(elements) }
        repeat { elements.append(try value()) } while skip(",")
        guard skip("]") else { throw fault("expected a comma or the end of a list") }
        return leave(elements)
    }

    private mutating func enter() throws(JSONFault) {
        index += 1
        depth += 1
        guard depth <= Self.maxDepth else {
            throw fault("more than \(Self.maxDepth) values inside each other")
        }
    }

    private mutating func leave<Result>(_ result: Result) -> Result {
        depth -= 1
        return result
    }

    /// Reads a number, or one of the three words.
    private mutating func word() throws(JSONFault) -> JSONNode.Value {
        let start = index
        while let byte = next, !",]}:\" \t\r\n{[".utf8.contains(byte) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        switch text {
        case "null": return .null
        case "true": return .bool(true)
        case "false": return .bool(false)
        default:
            guard Self.isNumber(text), let number = Double(text), number.isFinite else {
                throw fault("expected a value, found '\(text.unicodeScalars.prefix(40).shown)'")
            }
            return .number(number)
        }
    }

    /// `true` for the form of numbers in JSON: digits without a zero before others, a fraction and
    /// an exponent.
    private static func isNumber(_ text: String) -> Bool {
        var rest = text[...]
        func digits(_ rest: inout Substring) -> Int {
            let count = rest.prefix { $0.isASCII && $0.isNumber }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == "-" { rest = rest.dropFirst() }
        let leads = rest.first == "0"
        let count = digits(&rest)
        guard count > 0, !leads || count == 1 else { return false }
        if rest.first == "." {
            rest = rest.dropFirst()
            guard digits(&rest) > 0 else { return false }
        }
        if rest.first == "e" || rest.first == "E" {
            rest = rest.dropFirst()
            if rest.first == "+" || rest.first == "-" { rest = rest.dropFirst() }
            guard digits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }
}

// Strings.
extension JSONReader {
    private mutating func string() throws(JSONFault) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = next {
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw fault("a text is not UTF-8")
                }
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<32: throw fault("a control character in a text")
            default: text.append(byte)
            }
        }
        throw fault("a text without its end")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONFault) {
        guard let byte = next else { throw fault("a text without its end") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text += Array(String(try scalar()).utf8)
        default: throw fault("an unknown escape in a text")
        }
    }

    /// Reads the four digits of an escape, and the second half of a pair of surrogates.
    private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
        let first = try codeUnit()
        guard (0xD800...0xDBFF).contains(first), next == UInt8(ascii: "\\") else {
            guard let scalar = Unicode.Scalar(first) else { throw fault("half a character") }
            return scalar
        }
        index += 1
        guard next == UInt8(ascii: "u") else { throw fault("half a character") }
        index += 1
        let second = try codeUnit()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault("half a character") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONFault) -> UInt32 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("expected four hexadecimal digits") }
        index += 4
        return unit
    }
}

extension Sequence<Unicode.Scalar> {
    /// The text without control characters.
    fileprivate var shown: String {
        reduce(into: "") { $0.unicodeScalars.append($1.value < 32 || $1.value == 127 ? "?" : $1) }
    }
}
