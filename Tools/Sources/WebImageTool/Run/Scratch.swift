import Synchronization
import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What is half done on disk: removed when it is interrupted, and nothing new begins after that.
final class Scratch: Sendable {
    private struct State {
        var isClosed = false
        var files: Set<String> = []
        var writers: [Int: any DataCacheWriter] = [:]
        /// How many sinks are just being made.
        var openingCount = 0
        var lastTicket = 0
    }

    private let state = Mutex(State())

    /// Makes a file of a new name; its mode is what the user's mask leaves.
    ///
    /// - Returns: Its descriptor, or the negative error number.
    func create(_ path: String) -> CInt {
        // Under the lock, so that no file is made after the last one was removed.
        state.withLock { state in
            guard !state.isClosed else { return -ECANCELED }
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            guard descriptor >= 0 else { return -errno }
            state.files.insert(path)
            return descriptor
        }
    }

    /// Gives a finished file its name, in place of what has it.
    ///
    /// - Returns: 0, or the error number.
    func publish(_ path: String, as target: String) -> CInt {
        state.withLock { state in
            guard !state.isClosed else { return ECANCELED }
            guard rename(path, target) == 0 else { return errno }
            state.files.remove(path)
            return 0
        }
    }

    /// Removes a file that is not wanted after all.
    func remove(_ path: String) {
        state.withLock { state in
            if state.files.remove(path) != nil { unlink(path) }
        }
    }

    /// Makes the sink of a cache entry and notes it; the number takes it away again.
    func add(
        _ make: () throws(DiskError) -> any DataCacheWriter
    ) throws(DiskError) -> (writer: any DataCacheWriter, ticket: Int) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.openingCount += 1 }
            return state.isClosed
        }
        guard !isClosed else {
            throw DiskError("cannot begin an entry", path: "the cache", code: ECANCELED)
        }
        defer { state.withLock { $0.openingCount -= 1 } }
        let writer = try make()
        return (writer, add(writer))
    }

    /// Notes a sink, or gives it up at once where there was an end meanwhile.
    private func add(_ writer: any DataCacheWriter) -> Int {
        let (ticket, isClosed) = state.withLock { state in
            state.lastTicket += 1
            if !state.isClosed { state.writers[state.lastTicket] = writer }
            return (state.lastTicket, state.isClosed)
        }
        if isClosed { writer.discard() }
        return ticket
    }

    /// Forgets the sink of a cache entry.
    func remove(_ ticket: Int) {
        let writer = state.withLock { $0.writers.removeValue(forKey: ticket) }
        withExtendedLifetime(writer) {}
    }

    /// Removes everything that is half done; nothing begins or ends after that.
    func close() {
        let writers = state.withLock { state in
            state.isClosed = true
            for path in state.files { unlink(path) }
            state.files = []
            return Array(state.writers.values)
        }
        for writer in writers { writer.discard() }
        // One that is just being made gives itself up: it has a moment for that, and no more, since
        // the disk may stand still.
        for _ in 0..<100 where state.withLock({ $0.openingCount > 0 }) { usleep(1000) }
    }
}
