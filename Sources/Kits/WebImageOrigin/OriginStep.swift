/// One action of a responding connection; a reply is a list of them.
enum OriginStep: Sendable, Equatable {
    case write(ArraySlice<UInt8>)
    case pause(Duration)
    /// Waits for the next release of the path.
    case hold
    /// Waits for the end of the connection.
    case stall
    case close
}

extension OriginReply {
    /// Returns the steps of the reply, with pauses and misbehaviour.
    ///
    /// - Complexity: O(*p* log *p*) in the number of pieces of the body, which only chunks copy.
    func steps(answering request: OriginRequest) -> [OriginStep] {
        var steps = cued(at: .beforeHead)
        if framing != .verbatim { steps.append(.write(head(answering: request)[...])) }
        if hasBody(answering: request) { steps += bodySteps() }
        if closes(answering: request) { steps.append(.close) }
        return steps
    }

    private func cued(at place: Place) -> [OriginStep] {
        cues.filter { $0.place == place }.map(\.step)
    }

    private func hasBody(answering request: OriginRequest) -> Bool {
        framing == .verbatim || (request.method != "HEAD" && statusAllowsBody)
    }

    /// `true` if responses of this status have a body (RFC 9110, section 6.4.1).
    private var statusAllowsBody: Bool { status >= 200 && status != 204 && status != 304 }

    private func closes(answering request: OriginRequest) -> Bool {
        switch framing {
        case .untilClose, .verbatim: true
        case .claimed(let length) where length != body.count: true
        default: !request.keepsAlive || asksToClose
        }
    }

    private var asksToClose: Bool {
        headers.tokens(named: "Connection").contains("close")
    }
}

// The head.
extension OriginReply {
    private func head(answering request: OriginRequest) -> [UInt8] {
        let own = ownHeaders(answering: request).filter { headers.first(named: $0.name) == nil }
        let fields = (headers + own).map { "\($0.name): \($0.value)\r\n" }
        let reason = Self.reasons[status, default: "Status"]
        return Array("HTTP/1.1 \(status) \(reason)\r\n\(fields.joined())\r\n".utf8)
    }

    private func ownHeaders(answering request: OriginRequest) -> [(name: String, value: String)] {
        let close = request.keepsAlive ? [] : [(name: "Connection", value: "close")]
        switch framing {
        case .length where statusAllowsBody:
            return [("Content-Length", String(body.count))] + close
        case .chunked: return [("Transfer-Encoding", "chunked")] + close
        case .claimed(let length): return [("Content-Length", String(length))] + close
        case .untilClose: return [("Connection", "close")]
        case .length, .verbatim: return close
        }
    }

    private static let reasons = [
        200: "OK", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
        302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
        404: "Not Found", 410: "Gone", 412: "Precondition Failed", 416: "Range Not Satisfiable",
        429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}

// The body: pieces, cut at chunks, pauses and cues.
extension OriginReply {
    private func bodySteps() -> [OriginStep] {
        let cuts = cuts()
        var steps = cuedInBody(at: 0)
        for (start, end) in zip(cuts, cuts.dropFirst()) {
            steps.append(.write(piece(from: start, to: end)))
            steps += cuedInBody(at: end)
            if let pace, end.isMultiple(of: pace.chunk), end < body.count {
                steps.append(.pause(pace.every))
            }
        }
        if case .chunked = framing { steps.append(.write(Array("0\r\n\r\n".utf8)[...])) }
        return steps
    }

    private func cuts() -> [Int] {
        var cuts: Set = [0, body.count]
        if case .chunked(let size) = framing {
            cuts.formUnion(stride(from: 0, to: body.count, by: size))
        }
        if let pace { cuts.formUnion(stride(from: 0, to: body.count, by: pace.chunk)) }
        for cue in cues {
            if case .body(let bytes) = cue.place { cuts.insert(min(bytes, body.count)) }
        }
        return cuts.sorted()
    }

    private func cuedInBody(at offset: Int) -> [OriginStep] {
        cues.compactMap { cue in
            guard case .body(let bytes) = cue.place else { return nil }
            return min(bytes, body.count) == offset ? cue.step : nil
        }
    }

    /// Returns the bytes on the wire for one piece of the body.
    private func piece(from start: Int, to end: Int) -> ArraySlice<UInt8> {
        guard case .chunked(let size) = framing else { return body[start..<end] }
        var piece: ArraySlice<UInt8> = []
        if start.isMultiple(of: size) {
            piece += "\(String(min(size, body.count - start), radix: 16))\r\n".utf8
        }
        piece += body[start..<end]
        if end.isMultiple(of: size) || end == body.count { piece += "\r\n".utf8 }
        return piece
    }
}
