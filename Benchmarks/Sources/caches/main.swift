import Glibc

/// One action of a cache or of its floor, run COUNT times for callgrind or for a clock.
///
///     caches ACTION COUNT [FOLDER]     for instance: caches memory-hit 100000
///
/// Instructions of one action are the difference of two runs: (count 3n - count n) / 2n.
let arguments = CommandLine.arguments
let actions = memoryActions.merging(diskActions) { $1 }.merging(waitingActions) { $1 }
    .merging(redisActions) { $1 }
guard arguments.count >= 3, let action = actions[arguments[1]], let count = Int(arguments[2]) else {
    print("usage: caches \(actions.keys.sorted().joined(separator: "|")) COUNT [FOLDER]")
    exit(64)
}
do {
    let start = ContinuousClock.now
    try await action(count, arguments.count > 3 ? arguments[3] : "")
    let nanoseconds = start.duration(to: .now) / .nanoseconds(1)
    print("\(arguments[1]) \(count) \(Int(nanoseconds / Double(max(count, 1)))) ns each")
} catch {
    print("caches: \(error)")
    exit(1)
}

/// An action that runs `count` times, in a folder if it needs one.
typealias Action = @Sendable (_ count: Int, _ folder: String) async throws -> Void
