/// Blocks of memory that are kept for who wants as many bytes next; a pure state machine.
package struct SpareBlocks: Sendable {
    /// Where it is, and how large.
    package struct Block: Hashable, Sendable {
        /// Its address; nothing here reads or writes it.
        package let address: UInt
        /// The number of its bytes.
        package let byteCount: Int

        /// A block.
        package init(address: UInt, byteCount: Int) {
            self.address = address
            self.byteCount = byteCount
        }
    }

    private var byteLimit: Int
    private let countLimit: Int
    /// The eldest first.
    private var blocks: [Block] = []
    /// The bytes of all of them.
    package private(set) var byteCount = 0

    /// No blocks; never more than so many bytes in so many.
    package init(byteLimit: Int, countLimit: Int) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
    }

    /// Takes out the youngest block of exactly so many bytes, whose pages are the likeliest to be in
    /// a processor's cache.
    package mutating func take(byteCount: Int) -> Block? {
        guard let index = blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
        self.byteCount -= byteCount
        return blocks.remove(at: index)
    }

    /// Whether there is a block of exactly so many bytes.
    package func has(byteCount: Int) -> Bool { blocks.contains { $0.byteCount == byteCount } }

    /// Keeps a block.
    ///
    /// - Returns: Those that have to go for it: the eldest ones, or itself where it is too large.
    package mutating func give(_ block: Block) -> [Block] {
        guard block.byteCount <= byteLimit, countLimit > 0 else { return [block] }
        blocks.append(block)
        byteCount += block.byteCount
        return shed()
    }

    /// Gives all blocks up.
    ///
    /// - Returns: All of them, which have to go.
    package mutating func removeAll() -> [Block] {
        defer { (blocks, byteCount) = ([], 0) }
        return blocks
    }

    /// Lets no more than so many bytes be spare from now on.
    ///
    /// - Returns: Those that have to go for it, the eldest ones.
    package mutating func limit(toBytes byteLimit: Int) -> [Block] {
        self.byteLimit = byteLimit
        return shed()
    }

    private mutating func shed() -> [Block] {
        var gone: [Block] = []
        while byteCount > byteLimit || blocks.count > countLimit {
            let eldest = blocks.removeFirst()
            byteCount -= eldest.byteCount
            gone.append(eldest)
        }
        return gone
    }
}
