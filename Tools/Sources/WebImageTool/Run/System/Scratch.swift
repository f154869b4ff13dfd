import Synchronization
import WebImage

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The unfinished files and entries: removed at an interruption, after which no new ones begin.
final class Scratch: Sendable {
    private struct State {
        var isClosed = false
        var files: Set<String> = []
        /// Files that were empty, and are being written.
        var fillings: Set<String> = []
        var writers: [Int: any DataCacheWriter] = [:]
        /// The number of writers that are being created.
        var openingCount = 0
        var lastTicket = 0
    }

    private let state = Mutex(State())

    /// Creates a new file; of the mode, the user's mask takes its part.
    ///
    /// - Returns: The descriptor, or the negative error number.
    func create(_ path: String, mode: mode_t) -> CInt {
        // Under the lock, so that no file is created after the last one was removed.
        state.withLock { state in
            guard !state.isClosed else { return -ECANCELED }
            let descriptor = path.withSystemPath {
                open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            }
            guard descriptor >= 0 else { return -errno }
            state.files.insert(path)
            return descriptor
        }
    }

    /// Renames a finished file to its name, replacing any existing one.
    ///
    /// - Returns: 0, or the error number.
    func publish(_ path: String, as target: String) -> CInt {
        state.withLock { state in
            guard !state.isClosed else { return ECANCELED }
            let code = path.withSystemPath { old in target.withSystemPath { rename(old, $0) } }
            guard code == 0 else { return errno }
            state.files.remove(path)
            return 0
        }
    }

    /// Gives a finished file its name, unless a file has it.
    ///
    /// - Returns: 0, or the error number: `EEXIST` if a file has the name.
    func publish(_ path: String, asNew target: String) -> CInt {
        let code = state.withLock { state in
            guard !state.isClosed else { return ECANCELED }
            let code = path.withSystemPath { old in target.withSystemPath { link(old, $0) } }
            return code == 0 ? 0 : errno
        }
        switch code {
        case 0: remove(path)
        // A file system without links.
        case EPERM, EOPNOTSUPP, EMLINK:
            return FileState(of: target) == .missing ? publish(path, as: target) : EEXIST
        default: break
        }
        return code
    }

    /// Removes an unfinished file.
    func remove(_ path: String) {
        state.withLock { state in
            if state.files.remove(path) != nil { _ = path.withSystemPath { unlink($0) } }
        }
    }

    /// Registers an empty file that is written in place; returns `false` after the end.
    func beginFilling(_ path: String) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.fillings.insert(path) }
            return !state.isClosed
        }
    }

    /// Unregisters a file that was written in place.
    func endFilling(_ path: String) { state.withLock { _ = $0.fillings.remove(path) } }

    /// Creates and registers the writer of a cache entry; the ticket unregisters it.
    func add(
        _ make: () throws(DiskError) -> any DataCacheWriter
    ) throws(DiskError) -> (writer: any DataCacheWriter, ticket: Int) {
        let isClosed = state.withLock { state in
            if !state.isClosed { state.openingCount += 1 }
            return state.isClosed
        }
        guard !isClosed else {
            throw DiskError("cannot create an entry", path: "the cache", code: ECANCELED)
        }
        defer { state.withLock { $0.openingCount -= 1 } }
        let writer = try make()
        return (writer, add(writer))
    }

    /// Registers a writer, or discards it if an interruption came meanwhile.
    private func add(_ writer: any DataCacheWriter) -> Int {
        let (ticket, isClosed) = state.withLock { state in
            state.lastTicket += 1
            if !state.isClosed { state.writers[state.lastTicket] = writer }
            return (state.lastTicket, state.isClosed)
        }
        if isClosed { writer.discard() }
        return ticket
    }

    /// Unregisters the writer of a cache entry.
    func remove(_ ticket: Int) {
        let writer = state.withLock { $0.writers.removeValue(forKey: ticket) }
        withExtendedLifetime(writer) {}
    }

    /// Removes everything unfinished, and empties files that were empty; nothing begins or ends
    /// afterwards.
    func close() {
        let writers = state.withLock { state in
            state.isClosed = true
            for path in state.files { _ = path.withSystemPath { unlink($0) } }
            state.files = []
            for path in state.fillings { _ = path.withSystemPath { truncate($0, 0) } }
            return Array(state.writers.values)
        }
        for writer in writers { writer.discard() }
        // A writer that is being created discards itself; the wait for that is limited to 0.1 s,
        // since the disk may be blocked.
        for _ in 0..<100 where state.withLock({ $0.openingCount > 0 }) { usleep(1000) }
    }
}
