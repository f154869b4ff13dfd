/// Related measurements that can run alone.
protocol Group: SendableMetatype {
    /// The argument of `--only`.
    static var name: String { get }
    /// A one-line description.
    static var summary: String { get }

    /// `true` if the group takes so long that it only runs by name.
    static var isLong: Bool { get }

    init(_ peers: Peers)

    /// Runs the measurements; a failure is noted in the report, and the rest goes on.
    func measure(into report: inout Report) async
}

extension Group {
    static var isLong: Bool { false }
}

enum Groups {
    static let all: [any Group.Type] = [
        CommandGroup.self, ThumbnailGroup.self, KernelGroup.self, CacheGroup.self,
        LoopbackGroup.self, GrowthGroup.self, MillionGroup.self,
    ]
}
