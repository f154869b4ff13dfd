/// The order of eviction by SIEVE: a list from new to old, and a hand that walks from old to new.
///
/// The hand points to the next candidate. The owner has the marks and decides: a marked element is
/// spared and loses its mark, one without a mark goes. The elements lie elsewhere, under the number
/// of ``reserve()``; this list knows only their costs.
///
/// SIEVE: Zhang et al., "SIEVE is Simpler than LRU", NSDI 2024. A hit sets a mark and moves
/// nothing.
package struct SieveEviction: Sendable {
    private struct Node: Sendable {
        var cost = 0
        var tag: CacheKey?
        /// `none` at the newest.
        var newer = none
        /// `none` at the oldest; in a free node the next free one.
        var older = none
        var isLinked = false
    }

    private static let none: Int32 = -1
    private var nodes: ContiguousArray<Node> = []
    private var newest = none
    private var oldest = none
    private var hand = none
    private var firstFree = none
    private var turn = 0

    package private(set) var cost = 0
    package private(set) var count = 0

    /// The most elements there ever were at once.
    package var capacity: Int { nodes.count }

    package init() {}

    /// Returns a free number for a new element.
    package mutating func reserve() -> Int {
        guard firstFree != Self.none else {
            nodes.append(Node())
            return nodes.count - 1
        }
        let index = Int(firstFree)
        firstFree = nodes[index].older
        return index
    }

    /// Puts an element with a reserved number at the new end.
    ///
    /// - Parameter tag: The value by which the owner finds the element.
    package mutating func link(_ index: Int, cost: Int, tag: CacheKey? = nil) {
        let link = Int32(truncatingIfNeeded: index)
        let former = newest
        nodes[index] = Node(cost: cost, tag: tag, older: former, isLinked: true)
        if former == Self.none { oldest = link } else { change(former) { $0.newer = link } }
        newest = link
        self.cost += cost
        count += 1
    }

    /// Takes an element out of the list and frees its number.
    package mutating func unlink(_ index: Int) {
        let node = nodes[index]
        guard node.isLinked else { return }
        if hand == index { hand = node.newer }
        if node.newer == Self.none {
            newest = node.older
        } else {
            change(node.newer) { $0.older = node.older }
        }
        if node.older == Self.none {
            oldest = node.newer
        } else {
            change(node.older) { $0.newer = node.newer }
        }
        let link = Int32(truncatingIfNeeded: index)
        change(link) { [firstFree] in
            ($0.isLinked, $0.tag) = (false, nil)
            $0.older = firstFree
        }
        firstFree = link
        cost -= node.cost
        count -= 1
    }

    @inline(__always)
    private mutating func change(_ link: Int32, _ body: (inout Node) -> Void) {
        // Safe because each link is the index of a node, and nodes are never taken away.
        unsafe nodes.withUnsafeMutableBufferPointer { unsafe body(&$0[Int(link)]) }
    }

    /// The next element to evict, unless it is spared; nil if the list is empty.
    package var candidate: (index: Int, tag: CacheKey?)? {
        let index = Int(hand == Self.none ? oldest : hand)
        return index < 0 ? nil : (index, nodes[index].tag)
    }

    /// Returns the elements by turns, in no order but without omission; nil for a free number.
    package mutating func nextInTurn() -> (index: Int, tag: CacheKey?)? {
        guard !nodes.isEmpty else { return nil }
        turn = turn + 1 < nodes.count ? turn + 1 : 0
        return nodes[turn].isLinked ? (turn, nodes[turn].tag) : nil
    }

    /// Spares the candidate: the hand goes on to the next newer element, or from the newest to the
    /// oldest.
    package mutating func spare() {
        guard let candidate else { return }
        hand = nodes[candidate.index].newer
    }
}

extension SieveEviction {
    /// The numbers of all elements from new to old.
    package var indices: [Int] {
        var indices: [Int] = []
        var index = newest
        while index != Self.none, indices.count <= nodes.count {
            indices.append(Int(index))
            index = nodes[Int(index)].older
        }
        return indices
    }

    package func tag(of index: Int) -> CacheKey? { nodes[index].tag }

    /// The first disagreement within the list, nil if there is none; for tests.
    package var inconsistency: String? {
        let indices = indices
        var newer = Self.none
        for index in indices {
            if !nodes[index].isLinked { return "a free node is in the list" }
            if nodes[index].newer != newer { return "the links around \(index) differ" }
            newer = Int32(truncatingIfNeeded: index)
        }
        if newer != oldest { return "the list does not end at the oldest" }
        if indices.count != count { return "\(indices.count) in the list, not \(count)" }
        let total = indices.reduce(0) { $0 + nodes[$1].cost }
        if total != cost { return "things cost \(total), not \(cost)" }
        if hand != Self.none, !nodes[Int(hand)].isLinked { return "the hand points to a free node" }
        var (free, freeCount) = (firstFree, 0)
        while free != Self.none, freeCount <= nodes.count {
            if nodes[Int(free)].isLinked { return "a free node is linked" }
            (free, freeCount) = (nodes[Int(free)].older, freeCount + 1)
        }
        return count + freeCount == nodes.count ? nil : "a node is neither used nor free"
    }
}
