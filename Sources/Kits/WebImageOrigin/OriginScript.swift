/// The responses of a path: a function of the request and the number of requests before it.
struct OriginScript: Sendable {
    let make: @Sendable (OriginRequest, _ turn: Int) -> OriginReply
    private var turn = 0

    init(make: @escaping @Sendable (OriginRequest, _ turn: Int) -> OriginReply) {
        self.make = make
    }

    /// The response of every path without a script.
    static let notFound = OriginScript { request, _ in
        OriginReply(
            status: 404, headers: [("Content-Type", "text/plain")],
            body: Array("Nothing is scripted for \(request.path)\n".utf8))
    }

    /// Takes the next turn and returns the function that makes its reply.
    mutating func takeTurn() -> @Sendable (OriginRequest) -> OriginReply {
        defer { turn += 1 }
        return { [make, turn] request in make(request, turn) }
    }
}

/// A counter by path; a path without a query counts all queries.
struct OriginTally: Sendable {
    private var counts: [String: Int] = [:]

    mutating func add(_ path: String) {
        for key in Set([path, path.withoutQuery]) { counts[key, default: 0] += 1 }
    }

    subscript(path: String) -> Int { counts[path, default: 0] }
}
