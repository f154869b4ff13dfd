import WebImageCaching

/// Values by key up to a total cost: an owner of ``SieveEviction`` that tests its order.
struct SieveTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let key: Key
        let value: Value
        var isMarked: Bool
    }

    private var list = SieveEviction()
    /// The entries by the indices of the list; `nil` for free indices.
    private var entries: [Entry?] = []
    private var indices: [Key: Int] = [:]

    /// The maximum total cost.
    let capacity: Int
    /// The total cost of all values.
    var cost: Int { list.cost }
    var count: Int { indices.count }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Returns the value of a key, and marks it: the hand spares it once.
    ///
    /// - Complexity: O(1), without allocation.
    mutating func value(for key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        entries[index]?.isMarked = true
        return entries[index]?.value
    }

    /// Stores a value, and returns the evicted ones, including itself if it exceeds the capacity.
    ///
    /// - Complexity: O(1) on average.
    mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
        var gone: [Value] = []
        let old = remove(key)
        if let old { gone.append(old) }
        guard cost >= 0, cost <= capacity else { return gone + [value] }
        while self.cost > capacity - cost, let victim = evict() { gone.append(victim) }
        let index = list.reserve()
        // A replacement counts as a use, so its entry is marked.
        let entry = Entry(key: key, value: value, isMarked: old != nil)
        if index == entries.count { entries.append(entry) } else { entries[index] = entry }
        list.link(index, cost: cost)
        indices[key] = index
        return gone
    }

    /// Evicts values until the rest cost no more than `cost`, and returns them.
    mutating func evict(downTo cost: Int) -> [Value] {
        var gone: [Value] = []
        while self.cost > cost, let victim = evict() { gone.append(victim) }
        return gone
    }

    /// Removes the value of a key, and returns it.
    mutating func remove(_ key: Key) -> Value? {
        indices.removeValue(forKey: key).flatMap { take($0) }
    }

    private mutating func evict() -> Value? {
        while let index = list.candidate?.index {
            guard let entry = entries[index], entry.isMarked else {
                if let key = entries[index]?.key { indices[key] = nil }
                return take(index)
            }
            entries[index]?.isMarked = false
            list.spare()
        }
        return nil
    }

    private mutating func take(_ index: Int) -> Value? {
        list.unlink(index)
        defer { entries[index] = nil }
        return entries[index]?.value
    }
}

extension SieveTable {
    /// The keys from new to old.
    ///
    /// - Complexity: O(n).
    var keys: [Key] { list.indices.compactMap { entries[$0]?.key } }

    /// The inconsistency of the table, `nil` if all its parts agree; for tests.
    ///
    /// - Complexity: O(n).
    var inconsistency: String? {
        if let problem = list.inconsistency { return problem }
        for index in list.indices {
            guard let key = entries[index]?.key else { return "a value of the list is missing" }
            if indices[key] != index { return "the dictionary misses \(key)" }
        }
        if list.count != indices.count {
            return "\(list.count) in the list, \(indices.count) in the dictionary"
        }
        if entries.count(where: { $0 != nil }) != count { return "a value is not in the list" }
        if cost > capacity, count > 0 { return "\(cost) is more than the capacity" }
        return nil
    }
}
