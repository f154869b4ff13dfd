/// A request and its reply.
struct OriginExchange: Sendable {
    let request: OriginRequest
    let make: @Sendable (OriginRequest) -> OriginReply
    /// The number of releases of its path before the request, or used by it.
    var passedReleases: Int
}

/// The loop of one connection: reads a request, sends the reply, repeats.
struct OriginConnection: Sendable {
    let socket: OriginSocket
    let board: OriginBoard

    /// The result of a step.
    private enum Progress {
        case done
        case closed
        case lost
    }

    func run() {
        var reader = OriginRequestReader(socket: socket)
        do throws(OriginRequestReader.Failure) {
            while answer(try reader.next()) {}
        } catch {
            if error == .malformed { refuse() }
        }
    }

    /// Sends the reply; returns `true` if the connection stays open.
    private func answer(_ request: OriginRequest) -> Bool {
        var exchange = board.begin(request)
        for step in exchange.make(request).steps(answering: request) {
            switch play(step, of: &exchange) {
            case .done: continue
            case .closed: return false
            case .lost:
                board.noteAborted(request.path)
                return false
            }
        }
        return true
    }

    private func play(_ step: OriginStep, of exchange: inout OriginExchange) -> Progress {
        switch step {
        case .write(let bytes): socket.send(bytes) ? .done : .lost
        case .pause(let pause): socket.wait(atMost: pause) == .timedOut ? .done : .lost
        case .hold: hold(&exchange)
        case .stall: socket.wait() == .hungUp ? .lost : .done
        case .close: .closed
        }
    }

    private func hold(_ exchange: inout OriginExchange) -> Progress {
        let path = exchange.request.path
        while let gate = board.gate(of: path, after: exchange.passedReleases) {
            if socket.wait(orFor: gate) == .hungUp { return .lost }
        }
        exchange.passedReleases += 1
        return .done
    }

    /// Responds to bytes that are not HTTP, then reads the rest, since closing with unread bytes
    /// would reset the connection before the client reads the response.
    private func refuse() {
        let reply = "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        guard socket.send(Array(reply.utf8)[...]) else { return }
        socket.finishSending()
        socket.drain(atMost: .seconds(60))
    }
}
