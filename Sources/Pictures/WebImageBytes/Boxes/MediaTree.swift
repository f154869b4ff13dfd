/// The items that depend on others, and the total cost of decoding an item with its dependencies.
///
/// In one call, the libraries decode an item once for each reference to it.
package struct MediaTree {
    private let parts: [Int: [Int]]
    private var known: [Int: (cost: Int, height: Int)] = [:]

    /// The most levels of items made of others; a rotated grid has two.
    private static let maxHeight = 8

    /// - Parameter parts: The dependencies of each item that has any; an item may be repeated.
    package init(_ parts: [Int: [Int]]) {
        self.parts = parts
    }

    /// Returns the cost of `item` and all its dependencies, each counted for every reference.
    ///
    /// - Parameter own: The cost of an item without its parts; the same function in each call.
    /// - Throws: `CodecError.limit` if dependencies are too deep or circular.
    package mutating func cost(
        of item: Int, own: (Int) -> Int
    ) throws(CodecError) -> Int {
        try sum(of: item, level: 0, own).cost
    }

    private mutating func sum(
        of item: Int, level: Int, _ own: (Int) -> Int
    ) throws(CodecError) -> (cost: Int, height: Int) {
        if let result = known[item] { return result }
        guard let others = parts[item] else { return (own(item), 0) }
        var (total, height) = (own(item), 0)
        for other in others where level < Self.maxHeight {
            let part = try sum(of: other, level: level + 1, own)
            let (next, overflow) = total.addingReportingOverflow(part.cost)
            total = overflow ? .max : next
            height = max(height, part.height)
        }
        guard level < Self.maxHeight, height < Self.maxHeight else {
            throw .limit("derived images nested more than \(Self.maxHeight) deep")
        }
        known[item] = (total, height + 1)
        return (total, height + 1)
    }
}
