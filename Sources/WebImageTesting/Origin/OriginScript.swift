import WebImageCaching

/// What a path answers: a function of the request and of how many requests came before it.
struct OriginScript: Sendable {
    let make: @Sendable (OriginRequest, _ turn: Int) -> OriginReply
    private var turn = 0

    init(make: @escaping @Sendable (OriginRequest, _ turn: Int) -> OriginReply) {
        self.make = make
    }

    /// The answer of every path that has no script.
    static let notFound = OriginScript { request, _ in
        OriginReply(
            status: 404, headers: [("Content-Type", "text/plain")],
            body: Array("Nothing is scripted for \(request.path)\n".utf8))
    }

    /// Takes the next turn and returns what makes its reply.
    mutating func takeTurn() -> @Sendable (OriginRequest) -> OriginReply {
        defer { turn += 1 }
        return { [make, turn] request in make(request, turn) }
    }
}

/// Counts by path; a path asked for without a query counts every query.
struct OriginTally: Sendable {
    private var counts: [String: Int] = [:]

    mutating func add(_ path: String) {
        for key in Set([path, path.withoutQuery]) { counts[key, default: 0] += 1 }
    }

    subscript(path: String) -> Int { counts[path, default: 0] }
}
