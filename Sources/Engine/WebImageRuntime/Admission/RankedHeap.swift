/// A binary heap whose least rank comes first, from which any element can be removed by its name.
///
/// Insertion and removal take O(log *n*), access to the first element O(1).
struct RankedHeap<ID: Hashable & Sendable, Rank: Comparable & Sendable>: Sendable {
    private struct Node: Sendable {
        let id: ID
        let rank: Rank
    }

    private var nodes: [Node] = []
    private var places: [ID: Int] = [:]

    var isEmpty: Bool { nodes.isEmpty }
    var count: Int { nodes.count }
    var first: ID? { nodes.first?.id }
    var firstRank: Rank? { nodes.first?.rank }

    /// Inserts an element; one of that name is replaced.
    mutating func insert(_ id: ID, rank: Rank) {
        remove(id)
        nodes.append(Node(id: id, rank: rank))
        places[id] = nodes.count - 1
        rise(from: nodes.count - 1)
    }

    /// Removes an element, if it is present.
    mutating func remove(_ id: ID) {
        guard let place = places.removeValue(forKey: id) else { return }
        let last = nodes.removeLast()
        // The removed element was the last itself: there is no gap to fill.
        guard place < nodes.count else { return }
        nodes[place] = last
        places[last.id] = place
        rise(from: place)
        sink(from: place)
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

/// The rank of a waiter: the highest priority first, equals by their number.
struct Turn: Comparable, Sendable {
    let priority: LoadPriority
    let number: Int64

    static func < (one: Turn, other: Turn) -> Bool {
        one.priority == other.priority
            ? one.number < other.number : one.priority > other.priority
    }
}
