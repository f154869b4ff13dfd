import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageLoading

/// The targets of first steps whose responses are fresh; the least recently used is evicted first.
///
/// A private cache of GET responses in the sense of RFC 9111, in memory only. A key covers every
/// header field of the request, so that a response never serves a caller with other rights.
final class TwoStepURLMemory: Sendable {
    /// The name of a first step.
    struct Key: Hashable, Sendable {
        private let digest: String

        /// Creates the name of a request's response; `nil` if it must not be remembered.
        init?(_ request: LoadRequest) {
            guard request.method == "GET", request.body == nil, case .url(let url) = request.source,
                request.headers["Cache-Control"] == nil, request.headers["Pragma"] == nil
            else { return nil }
            let fields = request.headers.fields.flatMap { [$0.name.asciiLowered, $0.value] }
            let parts = ([url] + fields).map { "\($0.utf8.count):\($0)" }
            digest = SHA256.hexDigest(of: parts.joined().utf8)
        }
    }

    private struct Entry: Sendable {
        let target: HTTPAddress
        let expires: Date
        var lastUse: UInt64
    }

    private struct State: Sendable {
        var entries: [Key: Entry] = [:]
        var useCount: UInt64 = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) { self.capacity = capacity }

    /// Returns the target of a step that was made before.
    func target(of key: Key, at now: Date) -> HTTPAddress? {
        state.withLock { state in
            guard let entry = state.entries[key], entry.expires > now else {
                state.entries[key] = nil
                return nil
            }
            state.useCount += 1
            state.entries[key]?.lastUse = state.useCount
            return entry.target
        }
    }

    /// Remembers the target of a step, or forgets it without a date.
    ///
    /// - Complexity: O(1), O(*n*) in a full memory.
    func remember(_ target: HTTPAddress, for key: Key, until expires: Date?) {
        state.withLock { state in
            state.entries[key] = nil
            guard let expires, capacity > 0 else { return }
            if state.entries.count >= capacity,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
            }
            state.useCount += 1
            state.entries[key] = Entry(target: target, expires: expires, lastUse: state.useCount)
        }
    }

    func forget(_ keys: [Key]) {
        state.withLock { state in for key in keys { state.entries[key] = nil } }
    }
}
