import Foundation
import TestSupport
import WebImageCoding

@testable import WebImageCaching

/// One random history of a folder that is checked against a ``DiskModel``.
struct DiskHistory {
    private static let keyCount = 30
    private static let fillNames = (0..<100).map { "fill \($0)" }
    private let folder: DiskFolder
    private let clock = DiskClock()
    private let limits: DiskLimits
    private var random: SplitMix
    private var model: DiskModel
    /// Both have the folder open, as two processes have.
    private var caches: [DiskCache] = []
    private var step = 0
    /// Possible paths of entries.
    private var paths: [String] = []

    /// The violations.
    private(set) var flaws: [String] = []
    /// The number of look-ups that found an entry, and of those that found a damaged one.
    private(set) var (hitCount, damageCount) = (0, 0)

    init(seed: UInt64, limits: DiskLimits) throws {
        folder = try DiskFolder()
        random = SplitMix(state: seed)
        self.limits = limits
        model = DiskModel(limits)
        caches = [open(), open()]
        let names = (0..<Self.keyCount).map(String.init) + Self.fillNames
        paths = names.map { [folder] in folder.file(of: CacheKey($0)) }
    }

    /// The size of the folder as a share of the limits.
    var fullness: Double {
        let bytes = Double(entryBytes.reduce(0, +)) / Double(limits.maxBytes)
        return max(bytes, Double(entryBytes.count) / Double(limits.maxEntries ?? .max))
    }

    mutating func run(stepCount: Int) throws {
        for number in 1...stepCount {
            step = number
            try settle()
            try takeStep()
        }
        try settle()
        for key in 0..<Self.keyCount { try find(key) }
    }

    /// Stores more than the limits allow, none of it expired.
    mutating func fill() throws {
        for name in Self.fillNames { try put(noise(1500), EntryHead(storedAt: clock.now), name) }
    }

    private func open() -> DiskCache {
        DiskCache(folder: folder.path, limits: limits) { [clock] in clock.now }
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private func key(_ number: Int) -> CacheKey { CacheKey("\(number)") }
    private var cache: DiskCache { mutating get { caches[below(2)] } }

    /// Waits for the end of background work: then each run of the history is the same.
    private mutating func settle() throws {
        for _ in 0..<100_000 {
            if caches.allSatisfy(\.trimmer.isIdle) { return }
            usleep(100)
        }
        note("a cache trims for ever")
    }

    private mutating func takeStep() throws {
        let number = below(Self.keyCount)
        switch below(100) {
        case ..<30: try store(number)
        case ..<34: try storeElsewhere(number)
        case ..<60: try find(number)
        case ..<65: try lookAtHead(number)
        case ..<72: try renew(number)
        case ..<77: try remove(number)
        case 77: try clear()
        case ..<80: try cache.trim()
        case ..<85: caches[below(2)] = open()
        case ..<95:
            try damage(number)
            if below(2) == 0 { try find(number) }
        default: moveClock()
        }
    }

    /// Advances the clock, or rarely sets it back, too little for an entry to be stored hours
    /// ahead.
    private mutating func moveClock() {
        clock.advance(by: below(6) == 0 ? -1000 : Double(below(4000)))
        model.look(at: clock.now)
    }

    private mutating func newHead() -> EntryHead {
        let now = clock.now
        let expires: Date? = below(3) == 0 ? now + Double(below(20_000)) : nil
        let keepUntil = expires.flatMap { below(2) == 0 ? $0 + Double(below(5000)) : nil }
        var head = EntryHead(
            mediaType: below(2) == 0 ? "image/\(step)" : nil, storedAt: now, expires: expires,
            keepUntil: keepUntil, userData: noise(below(40), seed: UInt64(step)))
        // Renewals change the version of an entry.
        if below(3) == 0 { head.requestUserData = noise(below(40), seed: UInt64(step) + 1) }
        return head
    }

    private mutating func newBytes() -> [UInt8] {
        // Around the lengths at which the algorithm of the checksum changes, and a file is mapped.
        let counts = [0, 1, 239, 240, 241, 1024, 1025, below(3000), below(3000)]
        let isLarge = limits.maxBytes > 4 << 20 && below(20) == 0
        return noise(isLarge ? 1 << 20 : counts[below(counts.count)], seed: UInt64(step))
    }

    private mutating func store(_ number: Int) throws {
        let (bytes, head) = (newBytes(), newHead())
        try put(bytes, head, "\(number)")
        model.store(bytes, head, for: number)
        model.look(at: clock.now)
    }

    private mutating func put(_ bytes: [UInt8], _ head: EntryHead, _ name: String) throws {
        let writer = try cache.writer(for: CacheKey(name), head: head)
        let cut = below(bytes.count + 1)
        try writer.append(array: Array(bytes[..<cut]))
        try writer.append(array: Array(bytes[cut...]))
        try writer.commit()
        // A cache that finds the table locked counts from its last known state, and corrects it.
        if excess > 1.25 { note("\(excess) of the limits at once") }
        if excess > 1.05 { try settle() }
        if excess > 1.05 { note("\(excess) of the limits") }
    }

    /// The usage as a share of the limits.
    private var excess: Double {
        let (bytes, most) = (entryBytes, limits.maxEntries ?? .max)
        return max(
            Double(bytes.reduce(0, +)) / Double(limits.maxBytes),
            Double(bytes.count) / Double(most))
    }

    /// The bytes of each existing entry.
    private var entryBytes: [Int] {
        paths.compactMap { path in
            var status = stat()
            return lstat(path, &status) == 0 ? Int(status.st_size) : nil
        }
    }

    /// Stores a valid entry as a foreign program would, without recording it.
    private mutating func storeElsewhere(_ number: Int) throws {
        guard limits.maxBytes > 4 << 20 else { return }
        let (bytes, head) = (newBytes(), newHead())
        let entry = StoredEntry(head: head, bytes: ByteBlock(copying: bytes))
        try write(entry.encoded(for: key(number)).array, number)
        model.store(bytes, head, for: number)
        model.look(at: clock.now)
    }

    private mutating func find(_ number: Int) throws {
        let isThere = folder.exists(folder.file(of: key(number)))
        let found = try cache.find(key(number), atMost: .max)
        if found.entry != nil { hitCount += 1 }
        if !found.damage.isEmpty { damageCount += 1 }
        let entry = found.entry.map { (head: $0.head, bytes: Optional($0.bytes.array)) }
        note(
            model.flaw(
                of: entry, isTold: isThere ? !found.damage.isEmpty : nil, for: number,
                at: clock.now))
    }

    private mutating func lookAtHead(_ number: Int) throws {
        // The head of a damaged entry may be found or not.
        if model.entries[number]?.damage != nil { return }
        let found = try cache.head(for: key(number)).map { (head: $0, bytes: [UInt8]?.none) }
        note(model.flaw(of: found, isTold: nil, for: number, at: clock.now))
    }

    private mutating func renew(_ number: Int) throws {
        guard let entry = model.entries[number], entry.damage == nil, let old = entry.heads.last
        else { return }
        // A missing or expired entry is not renewed.
        guard let found = try cache.head(for: key(number)), found == old else { return }
        let head = newHead()
        try cache.renew(key(number), from: old, to: head)
        model.renew(number, to: head)
        model.look(at: clock.now)
    }

    private mutating func remove(_ number: Int) throws {
        try cache.remove(key(number))
        model.remove(number)
        if folder.exists(folder.file(of: key(number))) { note("a removed entry is there") }
    }

    private mutating func clear() throws {
        try cache.removeAll()
        model.removeAll()
        if !entryBytes.isEmpty { note("something is left of all") }
    }

    private mutating func note(_ flaw: String?) {
        if let flaw { flaws.append("step \(step): \(flaw)") }
    }
}

extension DiskHistory {
    /// Cuts a file, flips a bit of it, appends to it, or replaces it by another entry.
    private mutating func damage(_ number: Int) throws {
        guard let entry = model.entries[number], entry.damage == nil,
            let bytes = try? Data(contentsOf: URL(filePath: folder.file(of: key(number)))),
            !bytes.isEmpty
        else { return }
        var damaged = Array(bytes)
        var damage = entry.heads.count > 1 ? DiskModel.Damage.renewal : .told
        switch below(4) {
        case 0: damaged.removeLast(1 + below(damaged.count))
        case 1:
            let place = below(damaged.count)
            damaged[place] ^= 1 << UInt8(below(8))
            if (8..<12).contains(place) { damage = .version }
        case 2:
            // Bytes after a renewal are ignored.
            damaged += noise(1 + below(40), seed: UInt64(step)).map { $0 | 0x80 }
        default:
            guard let other = model.entries.keys.filter({ $0 != number }).sorted().last,
                let bytes = try? Data(contentsOf: URL(filePath: folder.file(of: key(other))))
            else { return }
            guard model.entries[other]?.damage == nil else { return }
            damaged = Array(bytes)
            damage = .told
        }
        try write(damaged, number)
        model.damage(number, damage)
    }

    /// Writes a file under a temporary name and renames it, since a reader may map the old one.
    private func write(_ bytes: [UInt8], _ number: Int) throws {
        let path = folder.file(of: key(number))
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        let aside = folder.path + "/aside"
        try Data(bytes).write(to: URL(filePath: aside))
        guard rename(aside, path) == 0 else { throw POSIXError(.EIO) }
    }
}
