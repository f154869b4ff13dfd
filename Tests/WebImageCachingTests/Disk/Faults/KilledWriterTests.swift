import TestSupport
import WebImageCaching

#if os(Linux)
    import Foundation
    import Glibc
    import Synchronization
    import Testing
    import WebImageTesting

    /// Writers that are killed at random moments, a thousand times.
    struct KilledWriterTests {
        private static let killsPerLane = 500
        private let folder: DiskFolder
        private let cache: DiskCache

        init() throws {
            folder = try DiskFolder()
            cache = DiskCache(folder: folder.path)
        }

        @Test func `each entry of a killed writer is the old one or the new one`() async throws {
            let lanes = try await withThrowingTaskGroup(of: WriterRecord.self) { group in
                for lane in 0..<2 {
                    group.addTask { [self] in try await onThread { try self.kill(lane) } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            var names = Set<String>()
            for lane in lanes {
                #expect(lane.complaints.isEmpty)
                for (name, entry) in lane.entries where entry != .none {
                    #expect(try WriterRecord.Entry(name, in: cache) == entry, "\(name)")
                    names.insert(folder.file(of: CacheKey(name)))
                }
            }
            #expect(names.count > 10)
            #expect(Set(folder.files.filter { $0.hasSuffix(".entry") }) == names)
            try expectTidy(after: names)
        }

        /// Kills the writers of a lane; leftovers are checked before the next one begins.
        private func kill(_ lane: Int) throws -> WriterRecord {
            var record = WriterRecord()
            for round in 0..<Self.killsPerLane {
                let child = try ChildProcess("write", folder.path, "\(lane)", "\(round)")
                // The kill comes after some changes have begun, and every second time after one has
                // ended: on a slow machine only removals end within a moment.
                var (linesLeft, waits) = (Int.random(in: 1..<10), round.isMultiple(of: 2))
                while linesLeft > 0 || waits, let line = child.line() {
                    record.note(line)
                    linesLeft -= 1
                    if line.hasPrefix("e ") { waits = false }
                }
                usleep(.random(in: 0..<3_000))
                child.kill()
                for line in child.lines() { record.note(line) }
                let end = child.end()
                if end != .killed(by: SIGKILL) { record.complain("\(end)") }
                for name in record.open {
                    record.settle(name, try WriterRecord.Entry(name, in: cache))
                }
            }
            return record
        }

        /// Expects no leftovers, and a usable cache folder.
        private func expectTidy(after names: Set<String>) throws {
            for file in folder.files where !names.contains(file) {
                let old = [FileAttributeKey.modificationDate: Date() - 7200]
                try FileManager.default.setAttributes(old, ofItemAtPath: file)
            }
            try cache.trim()
            #expect(folder.files.allSatisfy { !$0.hasSuffix(".tmp") })
            #expect(try cache.usage().entryCount == names.count)
            // An entry larger than all others together would leave nothing.
            let maxBytes = max(folder.byteCount / 2, (folder.byteCounts.max() ?? 0) * 2)
            let small = DiskCache(folder: folder.path, limits: DiskLimits(maxBytes: maxBytes))
            try small.trim()
            #expect(folder.byteCount <= maxBytes)
            #expect(try small.usage().byteCount <= maxBytes)
            #expect(try small.usage().entryCount > 0)
            try small.put([1, 2, 3], for: CacheKey("afterwards"))
            #expect(try cache.get(CacheKey("afterwards")) == [1, 2, 3])
        }
    }
#endif
