import Foundation
import WebImageCaching

/// The entries of a folder, modelled by a dictionary; it touches no file.
struct DiskModel {
    /// The knowledge about one entry.
    struct Entry {
        var bytes: [UInt8]
        /// The heads since its bytes were stored, the newest last.
        var heads: [EntryHead]
        /// `true` if the entry must be found: it is intact and cannot have been trimmed.
        var isCertain = true
        /// The damage to the file; `nil` if it is intact.
        var damage: Damage?
    }

    /// The effect of damage to an entry.
    enum Damage {
        /// A miss that is reported.
        case told
        /// A miss without a report: another version in the file is no damage.
        case version
        /// Damage to a renewal: any former head may be found.
        case renewal
    }

    private let limits: DiskLimits
    /// `true` if only expiry removes entries.
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

    /// Records the time: expired entries may be removed, even if the clock is set back.
    mutating func look(at now: Date) {
        for (key, entry) in entries where entry.heads.contains(where: { expiry($0) <= now }) {
            entries[key]?.isCertain = false
        }
    }

    /// Returns the violation in the result of a look-up, `nil` for none, and records a miss.
    ///
    /// - Parameter isTold: `true` if damage was reported; `nil` if there was no file.
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
        // A head that was read alone implies nothing about the bytes.
        case .told, .version: return found.bytes == nil ? nil : "a damaged entry is found"
        }
    }

    private func expiry(_ head: EntryHead) -> Date { head.expiry(lifetime: limits.lifetime) }

    /// Returns `true` if a cache may return the entry: not expired, nor stored over an hour ahead.
    private func isUsable(_ head: EntryHead?, at now: Date) -> Bool {
        guard let head else { return false }
        return expiry(head) > now && head.storedAt.timeIntervalSince(now) <= 3600
    }
}
