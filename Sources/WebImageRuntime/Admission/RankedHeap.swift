/// A queue whose least rank comes first, out of which any element can be taken by its name.
///
/// Insertion and removal take O(log *n*), looking at the first O(1).
package struct RankedHeap<ID: Hashable & Sendable, Rank: Comparable & Sendable>: Sendable {
    private struct Node: Sendable {
        let id: ID
        let rank: Rank
    }

    private var nodes: [Node] = []
    private var places: [ID: Int] = [:]

    /// An empty queue.
    package init() {}

    /// Whether nobody is in it.
    package var isEmpty: Bool { nodes.isEmpty }
    /// How many are in it.
    package var count: Int { nodes.count }
    /// Who comes first.
    package var first: ID? { nodes.first?.id }
    /// The rank of who comes first.
    package var firstRank: Rank? { nodes.first?.rank }

    /// Inserts an element; one of that name is replaced.
    package mutating func insert(_ id: ID, rank: Rank) {
        remove(id)
        nodes.append(Node(id: id, rank: rank))
        places[id] = nodes.count - 1
        rise(from: nodes.count - 1)
    }

    /// Takes an element out; false if it isn't there.
    @discardableResult package mutating func remove(_ id: ID) -> Bool {
        guard let place = places.removeValue(forKey: id) else { return false }
        let last = nodes.removeLast()
        // Where the last one itself was removed there is no gap to fill.
        guard place < nodes.count else { return true }
        nodes[place] = last
        places[last.id] = place
        rise(from: place)
        sink(from: place)
        return true
    }

    private mutating func rise(from start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard nodes[place].rank < nodes[parent].rank else { return }
            exchange(place, parent)
            place = parent
        }
    }

    private mutating func sink(from start: Int) {
        var place = start
        while true {
            var least = place
            for child in nodes.indices.dropFirst(place * 2 + 1).prefix(2)
            where nodes[child].rank < nodes[least].rank { least = child }
            guard least != place else { return }
            exchange(place, least)
            place = least
        }
    }

    private mutating func exchange(_ one: Int, _ other: Int) {
        nodes.swapAt(one, other)
        places[nodes[one].id] = one
        places[nodes[other].id] = other
    }
}

/// When it is somebody's turn: the keenest first, equals by their number.
package struct Turn: Comparable, Sendable {
    /// How keen.
    package var priority: LoadPriority
    /// The less the sooner among equals.
    package var number: Int64

    /// A turn.
    package init(_ priority: LoadPriority, number: Int64) {
        self.priority = priority
        self.number = number
    }

    /// Whether one comes before the other.
    package static func < (one: Turn, other: Turn) -> Bool {
        one.priority == other.priority
            ? one.number < other.number : one.priority > other.priority
    }
}
