import Synchronization
import WebImageCaching
import WebImageRuntime

/// The violations that the threads of a trial record.
final class CacheComplaints: Sendable {
    private let reasons = Mutex<[String]>([])
    /// The most violations of a trial: a broken cache might cause a million.
    private static let maxCount = 20

    var all: [String] { reasons.withLock { $0 } }
    var isEmpty: Bool { reasons.withLock { $0.isEmpty } }

    func add(_ reason: String) {
        reasons.withLock { reasons in
            if reasons.count < Self.maxCount { reasons.append(reason) }
        }
    }

    /// Records a violation unless a condition holds.
    func expect(_ holds: Bool, _ reason: @autoclosure () -> String) {
        if !holds { add(reason()) }
    }
}
