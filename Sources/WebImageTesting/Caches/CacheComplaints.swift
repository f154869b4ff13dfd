import Synchronization
import WebImageCaching
import WebImageRuntime

/// What a trial found wrong, noted by any of its threads.
final class CacheComplaints: Sendable {
    private let reasons = Mutex<[String]>([])
    /// A cache that is wrong each time would else be told about a million times.
    private static let maxCount = 20

    var all: [String] { reasons.withLock { $0 } }
    var isEmpty: Bool { reasons.withLock { $0.isEmpty } }

    func add(_ reason: String) {
        reasons.withLock { reasons in
            if reasons.count < Self.maxCount { reasons.append(reason) }
        }
    }

    /// Complains unless something holds.
    func expect(_ holds: Bool, _ reason: @autoclosure () -> String) {
        if !holds { add(reason()) }
    }
}
