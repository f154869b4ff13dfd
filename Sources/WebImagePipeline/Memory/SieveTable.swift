/// Values by key up to a total cost; those not asked for again go first.
///
/// SIEVE (Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024): one list from new to old, a mark on
/// each value that was asked for, and a hand that walks from old to new, takes marks away and evicts
/// the first value without one. A hit sets a mark and moves nothing.
package struct SieveTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Node: Sendable {
        /// Nil in a free node.
        var entry: (key: Key, value: Value)?
        var cost: Int
        var isVisited: Bool
        /// Index of the next newer node, `none` at the newest.
        var newer: Int
        /// Index of the next older node, `none` at the oldest; in a free node the next free one.
        var older: Int
    }

    private let none = -1
    private var nodes: [Node] = []
    private var indices: [Key: Int] = [:]
    private var newest = -1
    private var oldest = -1
    private var hand = -1
    private var firstFree = -1

    /// The most that all values may cost.
    package let capacity: Int
    /// What all values cost.
    package private(set) var cost = 0
    /// The number of values.
    package var count: Int { indices.count }

    /// A table of nothing.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value of that key, which is spared the next time the hand comes by.
    ///
    /// - Complexity: O(1), without allocation.
    package mutating func value(for key: Key) -> Value? {
        guard let index = indices[key] else { return nil }
        nodes[index].isVisited = true
        return nodes[index].entry?.value
    }

    /// Keeps a value in place of one of the same key; returns what is no longer kept, the value
    /// itself too if it costs more than the capacity.
    ///
    /// - Complexity: O(1) on average.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
        var gone: [Value] = []
        let wasVisited = indices[key].map { nodes[$0].isVisited }
        if let old = remove(key) { gone.append(old) }
        guard cost >= 0, cost <= capacity else { return gone + [value] }
        while self.cost > capacity - cost, let victim = evict() { gone.append(victim) }
        // A value that is replaced was wanted twice, as one that was asked for.
        link(
            Node(
                entry: (key, value), cost: cost, isVisited: wasVisited != nil, newer: none,
                older: newest))
        return gone
    }

    /// Evicts values until the rest cost no more than `cost`, and returns them.
    package mutating func evict(downTo cost: Int) -> [Value] {
        var gone: [Value] = []
        while self.cost > cost, let victim = evict() { gone.append(victim) }
        return gone
    }

    /// Forgets the value of that key, and returns it.
    package mutating func remove(_ key: Key) -> Value? {
        indices[key].flatMap { unlink($0) }
    }

    private mutating func evict() -> Value? {
        guard oldest != none else { return nil }
        var index = hand == none ? oldest : hand
        while nodes[index].isVisited {
            nodes[index].isVisited = false
            index = nodes[index].newer == none ? oldest : nodes[index].newer
        }
        hand = index
        return unlink(index)
    }

    private mutating func link(_ node: Node) {
        guard let key = node.entry?.key else { return }
        var index = firstFree
        if index == none {
            index = nodes.count
            nodes.append(node)
        } else {
            firstFree = nodes[index].older
            nodes[index] = node
        }
        if newest == none { oldest = index } else { nodes[newest].newer = index }
        newest = index
        indices[key] = index
        cost += node.cost
    }

    private mutating func unlink(_ index: Int) -> Value? {
        let node = nodes[index]
        guard let entry = node.entry else { return nil }
        if hand == index { hand = node.newer }
        if node.newer == none { newest = node.older } else { nodes[node.newer].older = node.older }
        if node.older == none { oldest = node.newer } else { nodes[node.older].newer = node.newer }
        nodes[index] = Node(
            entry: nil, cost: 0, isVisited: false, newer: none, older: firstFree)
        firstFree = index
        indices[entry.key] = nil
        cost -= node.cost
        return entry.value
    }
}

extension SieveTable {
    /// The keys from new to old.
    ///
    /// - Complexity: O(n).
    package var keys: [Key] {
        var keys: [Key] = []
        var index = newest
        while index != none {
            if let entry = nodes[index].entry { keys.append(entry.key) }
            index = nodes[index].older
        }
        return keys
    }

    /// What is wrong with the table, nil when all its parts agree; for tests.
    ///
    /// - Complexity: O(n).
    package var inconsistency: String? {
        var (index, newer, total, seen) = (newest, none, 0, 0)
        while index != none, seen <= indices.count {
            let node = nodes[index]
            guard let key = node.entry?.key else { return "a free node is in the list" }
            if indices[key] != index { return "the dictionary misses \(key)" }
            if node.newer != newer { return "the links around \(key) differ by direction" }
            (index, newer, total, seen) = (node.older, index, total + node.cost, seen + 1)
        }
        if newer != oldest { return "the list does not end at the oldest" }
        if seen != indices.count {
            return "\(seen) in the list, \(indices.count) in the dictionary"
        }
        if total != cost { return "values cost \(total), not \(cost)" }
        if cost > capacity, count > 0 { return "\(cost) is more than the capacity" }
        if hand != none, nodes[hand].entry == nil { return "the hand points to a free node" }
        var (free, freeCount) = (firstFree, 0)
        while free != none, freeCount <= nodes.count {
            if nodes[free].entry != nil { return "a free node holds a value" }
            (free, freeCount) = (nodes[free].older, freeCount + 1)
        }
        return seen + freeCount == nodes.count ? nil : "a node is neither used nor free"
    }
}
