import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageRuntime

/// Remembers where first steps led, as long as their answers are fresh; what isn't used goes first.
///
/// A private cache of GET answers in the sense of RFC 9111, in memory only. A key holds every
/// header field of the request, so that an answer never serves a caller with other rights.
final class TwoStepURLMemory: Sendable {
    /// Names a first step.
    struct Key: Hashable, Sendable {
        private let digest: String

        /// The name of a request's answer, nil for one that may not be remembered.
        init?(_ request: LoadRequest) {
            guard request.method == "GET", request.body == nil, case .url(let url) = request.source,
                request.headers["Cache-Control"] == nil, request.headers["Pragma"] == nil
            else { return nil }
            let fields = request.headers.fields.flatMap { [$0.name.asciiLowered, $0.value] }
            let parts = ([url] + fields).map { "\($0.utf8.count):\($0)" }
            digest = SHA256.hexDigest(of: parts.joined().utf8)
        }
    }

    private struct Answer: Sendable {
        let target: HTTPAddress
        let expires: Date
    }

    private let table: Mutex<SieveTable<Key, Answer>>

    /// A memory of at most so many answers.
    init(capacity: Int) {
        table = Mutex(SieveTable(capacity: max(0, capacity)))
    }

    /// Where a step leads that was made before.
    func target(of key: Key, at now: Date) -> HTTPAddress? {
        table.withLock { table in
            guard let answer = table.value(for: key) else { return nil }
            if answer.expires > now { return answer.target }
            _ = table.remove(key)
            return nil
        }
    }

    /// Remembers where a step led; without a date nothing.
    func remember(_ target: HTTPAddress, for key: Key, until expires: Date?) {
        table.withLock { table in
            if let expires {
                _ = table.insert(Answer(target: target, expires: expires), for: key, cost: 1)
            } else {
                _ = table.remove(key)
            }
        }
    }

    /// Forgets steps.
    func forget(_ keys: [Key]) {
        table.withLock { table in for key in keys { _ = table.remove(key) } }
    }
}
