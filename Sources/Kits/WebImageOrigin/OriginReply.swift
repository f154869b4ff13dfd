/// A scripted response of a server, with modifiers that each add one misbehaviour.
///
/// A reply is a value, and modifiers combine. This one sends one and a half chunks, waits for its
/// release, then sends the rest: `OriginReply(body: b).chunked(size: 100).held(after: 150)`.
/// A framing header (`Content-Length`, `Transfer-Encoding`, `Connection`) set by hand replaces the
/// server's own. No other header is added, so the test determines every byte of a reply.
public struct OriginReply: Sendable {
    /// The way in which the client finds the end of the body.
    enum Framing: Sendable, Equatable {
        case length
        case chunked(size: Int)
        case untilClose
        case claimed(Int)
        /// Without a head: the body is the whole reply.
        case verbatim
    }

    /// The position of a step in a reply.
    enum Place: Sendable, Equatable {
        case beforeHead
        case body(after: Int)
    }

    var status: Int
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    var framing = Framing.length
    var cues: [(place: Place, step: OriginStep)] = []
    var pace: (chunk: Int, every: Duration)?

    /// Creates a correct reply with a `Content-Length`.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - headers: The header fields, sent in this order.
    ///   - body: The bytes of the body.
    public init(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        self.body = body
    }

    /// Returns a redirect without a body.
    ///
    /// - Parameters:
    ///   - location: The content of the `Location` field.
    ///   - status: The HTTP status.
    public static func redirect(to location: String, status: Int = 302) -> OriginReply {
        OriginReply(status: status, headers: [("Location", location)])
    }

    /// Returns a reply of the status `code` without a body.
    public static func status(_ code: Int) -> OriginReply { OriginReply(status: code) }

    /// Returns a reply of raw bytes instead of HTTP, for any method; then the connection closes.
    public static func garbage(_ bytes: [UInt8]) -> OriginReply {
        OriginReply(body: bytes).with { $0.framing = .verbatim }
    }
}

extension OriginReply {
    /// Adds the header field `name: value`, even if one of that name exists.
    public func header(_ name: String, _ value: String) -> OriginReply {
        with { $0.headers.append((name, value)) }
    }

    /// Sends the body in chunks of `size` bytes, without a `Content-Length`.
    public func chunked(size: Int) -> OriginReply {
        precondition(size > 0, "A chunk needs at least one byte.")
        return with { $0.framing = .chunked(size: size) }
    }

    /// Sends neither length nor chunks: the body ends with the connection.
    public func withoutLength() -> OriginReply { with { $0.framing = .untilClose } }

    /// Writes `length` into `Content-Length` and sends the real body; closes if they differ.
    public func claimingLength(_ length: Int) -> OriginReply {
        with { $0.framing = .claimed(length) }
    }

    /// Closes the connection after that many body bytes, at the latest at the end of the body.
    public func dropping(after bytes: Int) -> OriginReply { cue(.body(after: bytes), .close) }

    /// Closes the connection without a response.
    public func droppingBeforeHead() -> OriginReply { cue(.beforeHead, .close) }

    /// Sends the body in pieces of `chunk` bytes, with a pause between two pieces.
    public func slowly(chunk: Int, every pause: Duration) -> OriginReply {
        precondition(chunk > 0, "A piece needs at least one byte.")
        return with { $0.pace = (chunk, pause) }
    }

    /// Sends that many body bytes, then nothing until the client closes or the server shuts down.
    ///
    /// Such a reply counts as incomplete, even if every byte was sent.
    public func stalling(after bytes: Int) -> OriginReply { cue(.body(after: bytes), .stall) }

    /// Waits for the duration `pause` before the head.
    public func delayed(_ pause: Duration) -> OriginReply { cue(.beforeHead, .pause(pause)) }

    /// Sends nothing until ``OriginServer/release(_:)``.
    public func held() -> OriginReply { cue(.beforeHead, .hold) }

    /// Sends the head and that many body bytes, then waits for ``OriginServer/release(_:)``.
    public func held(after bytes: Int) -> OriginReply { cue(.body(after: bytes), .hold) }

    private func cue(_ place: Place, _ step: OriginStep) -> OriginReply {
        if case .body(let bytes) = place {
            precondition(bytes >= 0, "A count of body bytes is not negative.")
        }
        return with { $0.cues.append((place, step)) }
    }

    private func with(_ change: (inout OriginReply) -> Void) -> OriginReply {
        var copy = self
        change(&copy)
        return copy
    }
}

extension OriginReply: CustomStringConvertible {
    /// The reply on one line without its body, for the output of tests.
    public var description: String {
        "\(status), \(body.count) bytes, \(framing)"
            + cues.map { ", \($0.step) \($0.place)" }.joined()
            + (pace.map { ", \($0.chunk) bytes every \($0.every)" } ?? "")
    }
}
