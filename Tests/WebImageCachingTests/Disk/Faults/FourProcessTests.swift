import TestSupport
import WebImageCaching
import WebImageRuntime

#if os(Linux)
    import Foundation
    import Glibc
    import Synchronization
    import Testing
    import WebImageTesting

    /// Several processes that run all operations on one folder concurrently.
    struct FourProcessTests {
        private static let processCount = 4
        private static let seconds = 5
        private static let maxBytes = 4 << 20
        private static let maxEntryBytes = 10_000

        @Test func `four processes at once see no wrong byte and keep the limit`() async throws {
            let folder = try DiskFolder()
            let isOver = Flag()
            defer { isOver.raise() }
            async let measured = onThread { Self.sizes(of: folder, until: isOver) }
            let lines = try await withThrowingTaskGroup(of: [String].self) { group in
                for seed in 0..<Self.processCount {
                    group.addTask { try await onThread { try Self.storm(folder, seed) } }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            isOver.raise()
            // Each thread reports its counts, or an error instead.
            #expect(lines.filter { $0.hasPrefix("!") }.isEmpty)
            #expect(lines.filter { $0.contains("hits") }.count == 3 * Self.processCount)
            let sizes = try await measured.sorted()
            let largest = try #require(sizes.last)
            #expect(largest > Self.maxBytes / 2, "the folder was never full: \(largest)")
            // Processes do without the table while its holder is suspended.
            #expect(sizes[sizes.count * 95 / 100] <= Self.maxBytes + Self.maxBytes / 20)
            #expect(largest <= Self.maxBytes + Self.maxBytes / 4)
            try expectWhole(folder)
        }

        private static func storm(_ folder: DiskFolder, _ seed: Int) throws -> [String] {
            let child = try ChildProcess(
                "storm", folder.path, "\(seed)", "\(seconds)", "\(maxBytes)", "\(maxEntryBytes)")
            let lines = child.lines()
            let end = child.end()
            return lines + (end == .exited(0) ? [] : ["! \(end)"])
        }

        /// Measures the size of the folder repeatedly, from outside of the cache.
        private static func sizes(of folder: DiskFolder, until isOver: Flag) -> [Int] {
            var sizes: [Int] = []
            while !isOver.isRaised {
                sizes.append(folder.byteCount)
                usleep(5000)
            }
            return sizes
        }

        /// A flag that is set once.
        private final class Flag: Sendable {
            private let state = Mutex(false)
            var isRaised: Bool { state.withLock { $0 } }
            func raise() { state.withLock { $0 = true } }
        }

        private func expectWhole(_ folder: DiskFolder) throws {
            let cache = DiskCache(folder: folder.path, limits: DiskLimits(maxBytes: Self.maxBytes))
            try cache.trim()
            #expect(folder.files.allSatisfy { !$0.hasSuffix(".tmp") })
            #expect(try cache.usage().byteCount <= Self.maxBytes)
            var found = 0
            for number in 0..<3 * Self.maxBytes / Self.maxEntryBytes {
                let entry = try WriterRecord.Entry("\(number)", in: cache)
                if entry != .none { found += 1 }
            }
            #expect(try cache.usage().entryCount == found)
        }
    }
#endif
