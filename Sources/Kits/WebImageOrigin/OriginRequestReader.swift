/// Reads requests from a connection, one after the other (RFC 9112).
struct OriginRequestReader {
    /// The reason that there is no next request.
    enum Failure: Error {
        case closed
        case malformed
    }

    private static let longestLine = 64 * 1024
    private static let mostHeaders = 1_000

    private let socket: OriginSocket
    private var buffer: [UInt8] = []
    private var position = 0

    init(socket: OriginSocket) { self.socket = socket }

    mutating func next() throws(Failure) -> OriginRequest {
        buffer.removeFirst(position)
        position = 0
        let line = try line().split(separator: " ", omittingEmptySubsequences: false)
        guard line.count == 3, line[0].isToken, !line[1].isEmpty, line[2].hasPrefix("HTTP/1.")
        else { throw .malformed }
        let headers = try fields()
        let options = headers.tokens(named: "Connection")
        let keepsAlive =
            !options.contains("close") && (line[2] != "HTTP/1.0" || options.contains("keep-alive"))
        return OriginRequest(
            method: String(line[0]), path: String(line[1]), headers: headers,
            body: try body(after: headers), keepsAlive: keepsAlive)
    }

    private mutating func fields() throws(Failure) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        while true {
            let line = try line()
            if line.isEmpty { return fields }
            guard fields.count < Self.mostHeaders, let colon = line.firstIndex(of: ":"),
                line[..<colon].isToken
            else { throw .malformed }
            let value = line[line.index(after: colon)...]
            fields.append((String(line[..<colon]), String(value.trimmingBlanks)))
        }
    }
}

// The body.
extension OriginRequestReader {
    private mutating func body(
        after headers: [(name: String, value: String)]
    ) throws(Failure) -> [UInt8] {
        let codings = headers.tokens(named: "Transfer-Encoding")
        let length = headers.first(named: "Content-Length")
        if !codings.isEmpty || length != nil { invite(headers) }
        switch (codings, length) {
        case ([], nil): return []
        case ([], let length?):
            guard let count = Int(digits: length, radix: 10) else { throw .malformed }
            return try bytes(count)
        case (["chunked"], nil): return try chunks()
        default: throw .malformed
        }
    }

    /// Sends the interim response that some clients await before they send the body.
    private func invite(_ headers: [(name: String, value: String)]) {
        guard headers.tokens(named: "Expect").contains("100-continue") else { return }
        // The following read detects a failed write.
        _ = socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...])
    }

    private mutating func chunks() throws(Failure) -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let size = try line().prefix { $0 != ";" }
            guard let count = Int(digits: size, radix: 16) else { throw .malformed }
            if count == 0 { break }
            body += try bytes(count)
            guard try line().isEmpty else { throw .malformed }
        }
        _ = try fields()
        return body
    }
}

// The bytes.
extension OriginRequestReader {
    /// Reads the next line without its CRLF.
    private mutating func line() throws(Failure) -> String {
        var scanned = position
        while true {
            if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
                guard end > position, buffer[end - 1] == UInt8(ascii: "\r") else {
                    throw .malformed
                }
                defer { position = end + 1 }
                return String(decoding: buffer[position..<end - 1], as: UTF8.self)
            }
            guard buffer.count - position < Self.longestLine else { throw .malformed }
            scanned = buffer.count
            try fill()
        }
    }

    private mutating func bytes(_ count: Int) throws(Failure) -> [UInt8] {
        while buffer.count - position < count { try fill() }
        defer { position += count }
        return Array(buffer[position..<position + count])
    }

    private mutating func fill() throws(Failure) {
        guard let bytes = socket.receive() else { throw .closed }
        buffer += bytes
    }
}

extension StringProtocol {
    /// `true` if the text is a valid method or field name (RFC 9110, section 5.6.2).
    fileprivate var isToken: Bool {
        let marks = "!#$%&'*+-.^_`|~"
        return !isEmpty
            && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0)) }
    }

    /// The text without spaces and tabs around it.
    fileprivate var trimmingBlanks: SubSequence {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
        return self[...last].drop(while: isBlank)
    }
}

extension Int {
    /// Reads a number that consists of digits only.
    fileprivate init?(digits: some StringProtocol, radix: Int) {
        guard digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        self.init(digits, radix: radix)
    }
}
