import FoundationEssentials
import Synchronization
import WebImageCoding

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A writer that streams one entry into a temporary file and renames it at the end.
final class DiskWriter: DataCacheWriter {
    private enum Phase {
        case open
        case failed(DiskError)
        case committed
        case discarded
    }

    private struct State {
        var phase = Phase.open
        var bodyCount = 0
        var checksum = Checksum()
        /// `true` if the start of the file is already written.
        var isWhole = false
    }

    private let state = Mutex(State())
    private let file: EntryFile
    private let target: String
    private let part: Int
    private let head: [UInt8]
    private let version: UInt32
    private let expiry: Date
    private let cache: DiskCache

    private var bodyOffset: Int { DiskEntry.preambleCount + head.count }

    init(
        of digest: SHA256.Digest, through file: consuming EntryFile, head: [UInt8],
        version: UInt32, expiry: Date, cache: DiskCache
    ) {
        self.file = file
        target = cache.layout.entry(digest)
        part = digest.part
        self.head = head
        self.version = version
        self.expiry = expiry
        self.cache = cache
    }

    deinit {
        discard()
    }

    package func append(_ bytes: RawSpan) throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            try check(state.phase)
            do throws(DiskError) {
                try file.write(bytes, at: bodyOffset + state.bodyCount)
            } catch {
                // A part of these bytes must not take the last room of a full disk.
                try? file.shorten(to: bodyOffset + state.bodyCount)
                state.phase = .failed(error)
                throw error
            }
            state.checksum.update(bytes)
            state.bodyCount += bytes.byteCount
        }
    }

    func store(_ bytes: RawSpan) throws(DiskError) {
        try state.withLock { state throws(DiskError) in
            try check(state.phase)
            state.checksum.update(bytes)
            state.bodyCount = bytes.byteCount
            guard bodyOffset + bytes.byteCount <= TrimPlan.largestEntry(cache.limits) else {
                return
            }
            do throws(DiskError) {
                try file.write(start(state), bytes)
                state.isWhole = true
            } catch {
                drop(&state, .failed(error))
                throw error
            }
        }
        try commit()
    }

    package func written() throws(DiskError) -> ByteBlock { try written(from: 0, atMost: .max) }

    func written(from offset: Int, atMost count: Int) throws(DiskError) -> ByteBlock {
        let written = state.withLock { $0.bodyCount }
        let rest = max(written - max(offset, 0), 0)
        let wanted = min(rest, max(count, 0))
        let block = try file.read(wanted, at: bodyOffset + max(offset, 0))
        guard block.count == wanted else {
            throw DiskError("cannot read back", path: file.path, code: EIO)
        }
        return block
    }

    package func commit() throws(DiskError) {
        let published = try state.withLock {
            state throws(DiskError) -> (byteCount: Int, old: FileStatus?)? in
            if case .committed = state.phase { return nil }
            do throws(DiskError) {
                try check(state.phase)
                let byteCount = bodyOffset + state.bodyCount
                guard byteCount <= TrimPlan.largestEntry(cache.limits) else {
                    drop(&state, .committed)
                    return nil
                }
                let old = try publish(state)
                state.phase = .committed
                return (byteCount, old)
            } catch {
                drop(&state, .failed(error))
                throw error
            }
        }
        guard let published else { return }
        cache.trimmer.committed(
            byteCount: published.byteCount, replacing: published.old, in: part)
    }

    package func discard() {
        state.withLock { state in
            switch state.phase {
            case .open, .failed: drop(&state, .discarded)
            case .committed, .discarded: break
            }
        }
    }

    private func check(_ phase: Phase) throws(DiskError) {
        switch phase {
        case .open: return
        case .failed(let error): throw error
        case .committed, .discarded:
            throw DiskError("cannot append to the committed entry", path: target, code: EBADF)
        }
    }

    /// Removes the temporary file; one that stays is trimmed in an hour.
    private func drop(_ state: inout State, _ phase: Phase) {
        _ = try? cache.files.remove(file.path)
        state.phase = phase
    }

    private func start(_ state: State) -> [UInt8] {
        DiskEntry.encode(
            head: head, version: version, bodyCount: state.bodyCount,
            bodyChecksum: state.checksum.digest)
    }

    /// Writes the start of the file and renames it; returns the status of the replaced file.
    private func publish(_ state: State) throws(DiskError) -> FileStatus? {
        cache.trimmer.prepare()
        // Safe because bytes have no padding.
        if !state.isWhole { try unsafe file.write(start(state).span.bytes, at: 0) }
        try file.setTimes(accessed: expiry, modified: cache.now())
        let files = cache.files
        // Clearing the cache may remove the folder between two calls.
        for _ in 0..<8 {
            do {
                return try files.move(file.path, to: target)
            } catch {
                guard error.code == ENOENT, let own = try files.status(file.path), own.isRegular
                else { throw error }
                try files.makeFolder(CacheFolder.parent(of: target))
            }
        }
        throw DiskError("cannot store", path: target, code: ENOENT)
    }
}
