import Foundation
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageTesting

/// What the entries of a killed writer may be, by what it said before; it touches no file.
struct WriterRecord {
    /// What one entry may be.
    enum Entry: Hashable {
        case none
        /// The version of its bytes, and the tag of the renewal that its head has.
        case stored(version: Int, byteCount: Int, tag: Int?)
    }

    /// By name: what it is, for certain.
    private(set) var entries: [String: Entry] = [:]
    /// By name: what a step that has not ended makes of it.
    private var begun: [String: Entry] = [:]
    /// What must not have happened.
    private(set) var complaints: [String] = []

    /// Takes note of what a writer says.
    mutating func note(_ line: String) {
        let words = line.split(separator: " ").map(String.init)
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        switch (words.first, words.count, numbers.count) {
        case ("w", 4, 2):
            begun[words[1]] = .stored(version: numbers[0], byteCount: numbers[1], tag: nil)
        case ("n", 3, 1):
            if case .stored(let version, let count, _) = entries[words[1]] {
                begun[words[1]] = .stored(version: version, byteCount: count, tag: numbers[0])
            }
        case ("r", 2, 0): begun[words[1]] = Entry.none
        case ("e", 2, 0):
            if let done = begun.removeValue(forKey: words[1]) { entries[words[1]] = done }
        case ("ready", 1, 0): break
        default: complaints.append(line)
        }
    }

    /// The names of steps that have not ended.
    var open: [String] { Array(begun.keys) }

    /// Notes what must not have happened.
    mutating func complain(_ reason: String) { complaints.append(reason) }

    /// Settles what an entry turned out to be, which is the old one, or the new one if a step for it
    /// has not ended.
    mutating func settle(_ name: String, _ found: Entry) {
        let old = entries[name] ?? .none
        let new = begun.removeValue(forKey: name)
        entries[name] = found
        if found == old || found == new { return }
        // Half a renewal is none: then the head is the one that came with the bytes.
        if case .stored(let version, let count, .some) = new,
            found == .stored(version: version, byteCount: count, tag: nil)
        {
            return
        }
        complain("\(name) was \(old), was to be \(String(describing: new)), is \(found)")
    }
}

extension WriterRecord.Entry {
    /// What the cache has of that name.
    ///
    /// - Throws: `DiskError`, or ``NotWhole`` when it is there and wrong.
    init(_ name: String, in cache: DiskCache) throws {
        guard let found = try cache.reader(for: CacheKey(name)) else {
            self = .none
            return
        }
        if let flaw = CacheSample.flaw(of: found.head, found.bytes, named: name) {
            throw NotWhole(reason: flaw)
        }
        let version = CacheSample(namedBy: found.head)?.version ?? -1
        let tag = found.head.mediaType?.split(separator: "-").last.flatMap { Int($0) }
        self = .stored(version: version, byteCount: found.bytes.count, tag: tag)
    }

    /// An entry that is wrong.
    struct NotWhole: Error {
        let reason: String
    }
}
