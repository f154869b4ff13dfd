import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageRuntime

struct DiskConcurrencyTests {
    private let folder: DiskFolder
    private let cache: DiskCache
    private let key = CacheKey("one")

    init() throws {
        folder = try DiskFolder()
        cache = DiskCache(folder: folder.path)
    }

    /// Runs the work on `count` threads, and rethrows their errors.
    private func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) throws -> Void) throws {
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: count) { index in
            do { try work(index) } catch { failure.withLock { $0 = error } }
        }
        if let error = failure.withLock({ $0 }) { throw error }
    }

    @Test func `of writers of one key one wins wholly`() throws {
        try onThreads(8) { [cache, key] index in
            for round in 0..<20 {
                let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
                for _ in 0..<4 {
                    try writer.append(array: [UInt8](repeating: UInt8(index), count: 500 + round))
                }
                try writer.commit()
            }
        }
        let bytes = try #require(try cache.get(key))
        #expect(bytes.count == 4 * 519)
        #expect(Set(bytes).count == 1)
        #expect(folder.files == [folder.file(of: key)])
    }

    @Test func `a reader sees the old or the new entry while it is replaced`() throws {
        try cache.put([UInt8](repeating: 0, count: 2000), for: key)
        try onThreads(6) { [cache, key] index in
            for round in 0..<60 {
                if index < 2 {
                    try cache.put([UInt8](repeating: UInt8(round), count: 2000), for: key)
                } else {
                    let bytes = try #require(try cache.get(key))
                    #expect(bytes.count == 2000 && Set(bytes).count == 1)
                }
            }
        }
    }

    @Test func `clearing and trimming while others write and read throws nothing`() throws {
        try onThreads(6) { [cache] index in
            for round in 0..<20 {
                switch index {
                case 0: try cache.removeAll()
                case 1: try cache.trim()
                default:
                    let key = CacheKey("\(round % 4)")
                    try cache.put([UInt8](repeating: 1, count: 100), for: key)
                    if let bytes = try cache.get(key) { #expect(bytes.count == 100) }
                }
            }
        }
        #expect(folder.files.allSatisfy { $0.hasSuffix(".entry") })
    }

    @Test func `a removed folder is made again`() throws {
        try cache.put([1], for: key)
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(try cache.get(key) == nil)
        try cache.put([2], for: key)
        #expect(try cache.get(key) == [2])
    }

    @Test func `a folder removed under a writer is an error for it alone`() throws {
        let writer = try cache.writer(for: key, head: EntryHead(storedAt: Date()))
        try writer.append(array: [1])
        try FileManager.default.removeItem(atPath: folder.path)
        let error = #expect(throws: DiskError.self) { try writer.commit() }
        #expect(error?.code == ENOENT)
        #expect(try writer.written().array == [1])
        try cache.put([2], for: key)
        #expect(try cache.get(key) == [2])
    }
}
