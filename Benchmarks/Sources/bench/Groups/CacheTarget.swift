/// How often the cost of its floor an action may cost.
struct CacheTarget {
    let action: String
    let floor: String
    let bound: Bound?
    /// Whether instructions are held to the same bound: not where threads meet, not where most of
    /// the work is the kernel's, whose instructions callgrind does not see, and not where the floor
    /// waits for memory while the action works.
    var countsInstructions = true

    /// The actions in the order in which they are first named.
    static func names(of targets: [CacheTarget]) -> [String] {
        var names: [String] = []
        for name in targets.flatMap({ [$0.floor, $0.action] }) where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// By the processor's time, and by callgrind where that counts.
    func verdicts(_ entries: [Entry], _ rows: [Section.Row]) -> [Verdict] {
        guard let mine = entries.first(where: { $0.name == action }),
            let other = entries.first(where: { $0.name == floor }),
            let time = mine.ratio(to: other, .cpu)
        else { return [] }
        let verdict = Verdict("\(action) / \(floor), CPU", time, "×", bound)
        let counts = [action, floor].map { name in
            rows.first { $0.name == name }?.values.last ?? nil
        }
        guard countsInstructions, let ours = counts[0], let theirs = counts[1], theirs > 0 else {
            return [verdict]
        }
        let name = "\(action) / \(floor), instructions"
        return [verdict, Verdict(name, ours / theirs, "×", bound)]
    }
}

/// The targets of the caches.
enum CacheTargets {
    static let memory = [
        CacheTarget(action: "memory-hit", floor: "floor-dictionary", bound: .atMost(1.3)),
        CacheTarget(
            action: "memory-hit-2", floor: "memory-hit", bound: .atMost(1.4),
            countsInstructions: false),
        CacheTarget(action: "nscache", floor: "memory-hit", bound: .atLeast(5)),
        CacheTarget(action: "pipeline-hit", floor: "floor-dictionary", bound: .atMost(2.5)),
        CacheTarget(action: "pipeline-unprepared", floor: "floor-dictionary", bound: .atMost(15)),
        CacheTarget(
            action: "pipeline-unprepared-sized", floor: "floor-dictionary", bound: .atMost(15)),
        // By the letter: an image that only the cache has goes, and with it its picture is freed.
        CacheTarget(
            action: "memory-store-full", floor: "memory-hit", bound: .atMost(3),
            countsInstructions: false),
        // The store itself: somebody holds what goes, so that nothing is freed.
        CacheTarget(
            action: "memory-store-shown", floor: "memory-hit", bound: .atMost(3),
            countsInstructions: false),
        // What of it is the freeing, and what a plain dictionary takes for the same.
        CacheTarget(action: "floor-free", floor: "memory-hit", bound: nil),
        CacheTarget(action: "memory-store-full", floor: "floor-exchange", bound: nil),
    ]

    /// What does all that is to be counted in one function, so that what is made before it need not
    /// be taken off.
    static let isolated = [
        "floor-dictionary", "memory-hit", "nscache", "memory-store-full", "memory-store-shown",
        "floor-free", "floor-exchange",
    ]

    /// What callgrind can't count: it runs one thread at a time, and ends where I/O threads come.
    static let uncounted = ["floor-read-async", "disk-read-async"]

    static let disk = [
        file("disk-read", "floor-read", 1.5), file("disk-read-async", "floor-read-async", 1.5),
        file("disk-miss", "floor-miss", 1.5), file("disk-store", "floor-store", 1.3),
    ]

    /// What must cost the same in a folder of any size.
    static let scaling = ["disk-read-tiny", "disk-miss", "disk-store"]

    /// How often each is done in the smaller of two runs.
    static let counts = [
        "floor-dictionary": 1_000_000, "memory-hit": 1_000_000, "memory-hit-2": 1_000_000,
        "nscache": 300_000, "pipeline-hit": 500_000, "pipeline-unprepared": 50_000,
        "pipeline-unprepared-sized": 50_000,
        "memory-store-full": 500_000, "memory-store-shown": 500_000, "floor-free": 500_000,
        "floor-exchange": 500_000, "disk-store": 1_500,
        "floor-store": 1_500,
        "disk-miss": 30_000, "floor-miss": 30_000,
    ]

    private static func file(_ action: String, _ floor: String, _ limit: Double) -> CacheTarget {
        CacheTarget(
            action: action, floor: floor, bound: .atMost(limit), countsInstructions: false)
    }
}
