import Foundation
import WebImageCaching
import WebImagePipeline

/// What the entries of a folder are, as a dictionary would have them; it touches no file.
struct DiskModel {
    /// What is known of one entry.
    struct Entry {
        var bytes: [UInt8]
        /// The heads that it has had since its bytes were stored, the newest last.
        var heads: [EntryHead]
        /// Whether it must be found: it was neither damaged nor may it have been trimmed.
        var isCertain = true
        /// Whether its file was tampered with: then nothing of it may be found, or, where only a
        /// renewal can be hurt, a former head.
        var damage: Damage?
    }

    /// What tampering makes of an entry.
    enum Damage {
        /// A miss that is told.
        case told
        /// A miss: what a file says of its version is no damage.
        case version
        /// A renewal was hurt: a former head may be the one that holds.
        case renewal
    }

    private let limits: DiskLimits
    /// Whether entries go only when they are expired.
    private let isRoomy: Bool
    private(set) var entries: [Int: Entry] = [:]

    init(_ limits: DiskLimits) {
        self.limits = limits
        isRoomy = limits.maxBytes > 1 << 20 && limits.maxEntries == nil
    }

    mutating func store(_ bytes: [UInt8], _ head: EntryHead, for key: Int) {
        entries[key] = Entry(bytes: bytes, heads: [head], isCertain: isRoomy)
    }

    mutating func renew(_ key: Int, to head: EntryHead) { entries[key]?.heads.append(head) }
    mutating func damage(_ key: Int, _ damage: Damage) { entries[key]?.damage = damage }
    mutating func remove(_ key: Int) { entries[key] = nil }
    mutating func removeAll() { entries = [:] }

    /// Notes what time it is: what is expired now may go, whatever the time is later.
    mutating func look(at now: Date) {
        for (key, entry) in entries where entry.heads.contains(where: { expiry($0) <= now }) {
            entries[key]?.isCertain = false
        }
    }

    /// What is wrong with what a cache found, nil for nothing; takes note of a miss.
    ///
    /// - Parameter isTold: Whether it said that the entry is damaged; nil where there was no file.
    mutating func flaw(
        of found: (head: EntryHead, bytes: [UInt8]?)?, isTold: Bool?, for key: Int, at now: Date
    ) -> String? {
        guard let entry = entries[key] else {
            return found == nil && isTold != true ? nil : "something is found of what is not there"
        }
        guard let found else {
            defer { if entry.damage != nil { entries[key] = nil } }
            if entry.damage == nil, isTold == true { return "damage is told of a whole entry" }
            if case .told = entry.damage, isTold == false { return "damage is not told" }
            let isDue =
                entry.isCertain && entry.damage == nil && isUsable(entry.heads.last, at: now)
            return isDue ? "an entry is lost" : nil
        }
        if let bytes = found.bytes, bytes != entry.bytes { return "wrong bytes" }
        if !isUsable(found.head, at: now) { return "an entry is found though it is expired" }
        switch entry.damage {
        case nil: return found.head == entry.heads.last ? nil : "a former head"
        case .renewal: return entry.heads.contains(found.head) ? nil : "a wrong head"
        // A head that was read alone says nothing of the bytes.
        case .told, .version: return found.bytes == nil ? nil : "a damaged entry is found"
        }
    }

    private func expiry(_ head: EntryHead) -> Date { head.expiry(lifetime: limits.lifetime) }

    /// Whether a cache gives out an entry of that head: not what is expired, nor what was stored at
    /// a moment more than an hour ahead.
    private func isUsable(_ head: EntryHead?, at now: Date) -> Bool {
        guard let head else { return false }
        return expiry(head) > now && head.storedAt.timeIntervalSince(now) <= 3600
    }
}
