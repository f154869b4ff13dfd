/// Measurements that belong together, and can be made alone.
protocol Group: SendableMetatype {
    /// What `--only` takes.
    static var name: String { get }
    /// What it measures, in a line.
    static var summary: String { get }

    /// Whether it takes so long that it is only made when it is named.
    static var isLong: Bool { get }

    init(_ peers: Peers)

    /// Makes them; what fails is noted in the report, and the rest goes on.
    func measure(into report: inout Report) async
}

extension Group {
    /// No.
    static var isLong: Bool { false }
}

/// All of them, in the order in which they run.
enum Groups {
    static let all: [any Group.Type] = [
        CommandGroup.self, ThumbnailGroup.self, KernelGroup.self, CacheGroup.self,
        LoopbackGroup.self, GrowthGroup.self, MillionGroup.self,
    ]
}
