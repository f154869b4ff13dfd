/// The bound of an action's cost relative to that of its floor.
struct CacheTarget {
    let action: String
    let floor: String
    let bound: Bound?
    /// `true` if instructions have the same bound.
    ///
    /// It is `false` for contending threads, and for work mostly in the kernel, which callgrind
    /// does not see. It is also `false` if the floor waits for memory accesses while the action
    /// computes.
    var countsInstructions = true
    /// `true` if the CPU time has the bound; else instructions alone have it.
    var boundsTime = true

    /// Returns the names of the actions in order of their first use.
    static func names(of targets: [CacheTarget]) -> [String] {
        var names: [String] = []
        for name in targets.flatMap({ [$0.floor, $0.action] }) where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Returns the verdicts by CPU time, and by callgrind if `countsInstructions`.
    func verdicts(_ entries: [Entry], _ rows: [Section.Row]) -> [Verdict] {
        guard let mine = entries.first(where: { $0.name == action }),
            let other = entries.first(where: { $0.name == floor }),
            let time = mine.ratio(to: other, .cpu)
        else { return [] }
        let verdict = Verdict("\(action) / \(floor), CPU", time, "×", boundsTime ? bound : nil)
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

enum CacheTargets {
    static let memory = [
        CacheTarget(action: "memory-hit", floor: "floor-dictionary", bound: .atMost(1.3)),
        CacheTarget(
            action: "memory-hit-2", floor: "memory-hit", bound: .atMost(1.4),
            countsInstructions: false),
        CacheTarget(action: "nscache", floor: "memory-hit", bound: .atLeast(5)),
        CacheTarget(action: "pipeline-hit", floor: "floor-dictionary", bound: .atMost(15)),
        CacheTarget(
            action: "pipeline-hit-sized", floor: "floor-dictionary", bound: .atMost(15)),
        // The files are 10,000 blocks of memory, the images share one: time waits for memory.
        CacheTarget(
            action: "pipeline-file-hit", floor: "pipeline-hit", bound: .atMost(1.2),
            boundsTime: false),
        // The target's wording: only the cache has the image, so its picture is freed with it.
        CacheTarget(
            action: "memory-store-full", floor: "memory-hit", bound: .atMost(3),
            countsInstructions: false),
        // The store alone: the evicted image is referenced elsewhere, so nothing is freed.
        CacheTarget(
            action: "memory-store-shown", floor: "memory-hit", bound: .atMost(3),
            countsInstructions: false),
        // The share of freeing, and the cost of the same exchange in a plain dictionary.
        CacheTarget(action: "floor-free", floor: "memory-hit", bound: nil),
        CacheTarget(action: "memory-store-full", floor: "floor-exchange", bound: nil),
    ]

    /// The actions whose measured part is marked, so that no preparation must be subtracted.
    static let marked = [
        "floor-dictionary", "memory-hit", "nscache", "pipeline-hit", "pipeline-hit-sized",
        "pipeline-file-hit", "memory-store-full", "memory-store-shown", "floor-free",
        "floor-exchange",
    ]

    /// The actions that callgrind cannot count: it runs one thread at a time, and no I/O threads.
    static let uncounted = [
        "floor-read-async", "disk-read-async", "pipeline-file-read",
    ]

    static let disk = [
        file("disk-read", "floor-read", 1.5), file("disk-read-async", "floor-read-async", 1.5),
        file("pipeline-file-read", "floor-read-async", 1.35),
        file("disk-miss", "floor-miss", 1.5), file("disk-store", "floor-store", 1.3),
    ]

    /// The actions that must cost the same in a folder of any size.
    static let scaling = ["disk-read-tiny", "disk-miss", "disk-store"]

    /// The repetitions of each action in the smaller of two runs.
    static let counts = [
        "floor-dictionary": 1_000_000, "memory-hit": 1_000_000, "memory-hit-2": 1_000_000,
        "nscache": 300_000, "pipeline-hit": 50_000,
        "pipeline-hit-sized": 50_000, "pipeline-file-hit": 50_000,
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
