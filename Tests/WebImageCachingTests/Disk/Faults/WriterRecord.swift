import Foundation
import WebImageCaching
import WebImageCoding
import WebImageTesting

/// The possible entries of a killed writer by its own reports; it touches no file.
struct WriterRecord {
    /// A possible state of an entry.
    enum Entry: Hashable {
        case none
        /// The version of its bytes, and the tag of its head's renewal.
        case stored(version: Int, byteCount: Int, tag: Int?)
    }

    /// The certain states, by name.
    private(set) var entries: [String: Entry] = [:]
    /// The states after steps that have not ended, by name.
    private var begun: [String: Entry] = [:]
    /// The violations.
    private(set) var complaints: [String] = []

    /// Parses a line of a writer's report.
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

    /// Records a violation.
    mutating func complain(_ reason: String) { complaints.append(reason) }

    /// Compares a found entry with the old state, or the new one if its step has not ended.
    mutating func settle(_ name: String, _ found: Entry) {
        let old = entries[name] ?? .none
        let new = begun.removeValue(forKey: name)
        entries[name] = found
        if found == old || found == new { return }
        // An incomplete renewal has no effect: the head is the one stored with the bytes.
        if case .stored(let version, let count, .some) = new,
            found == .stored(version: version, byteCount: count, tag: nil)
        {
            return
        }
        complain("\(name) was \(old), was to be \(String(describing: new)), is \(found)")
    }
}

extension WriterRecord.Entry {
    /// Returns the state of the cache's entry of that name.
    ///
    /// - Throws: `DiskError`, or ``NotWhole`` if the entry is wrong.
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

    /// The reason why an entry is wrong.
    struct NotWhole: Error {
        let reason: String
    }
}
