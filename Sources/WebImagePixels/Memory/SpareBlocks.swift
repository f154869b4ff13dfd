/// Blocks of memory kept for the next requests of their size; a pure state machine.
package struct SpareBlocks: Sendable {
    /// The address and size of a block.
    package struct Block: Hashable, Sendable {
        /// The address; this type neither reads nor writes it.
        package let address: UInt
        /// The size in bytes.
        package let byteCount: Int

        /// Creates a block.
        package init(address: UInt, byteCount: Int) {
            self.address = address
            self.byteCount = byteCount
        }
    }

    private var byteLimit: Int
    private let countLimit: Int
    /// The oldest first.
    private var blocks: [Block] = []
    /// The bytes of all blocks.
    package private(set) var byteCount = 0

    /// Creates an empty set with limits on bytes and number of blocks.
    package init(byteLimit: Int, countLimit: Int) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
    }

    /// Removes and returns the newest block of exactly `byteCount` bytes; its pages are the most
    /// likely to be in the processor's cache.
    package mutating func take(byteCount: Int) -> Block? {
        guard let index = blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
        self.byteCount -= byteCount
        return blocks.remove(at: index)
    }

    /// Returns `true` if there is a block of exactly `byteCount` bytes.
    package func has(byteCount: Int) -> Bool { blocks.contains { $0.byteCount == byteCount } }

    /// Adds a block.
    ///
    /// - Returns: The blocks to release: the oldest ones, or the block itself if it is too large.
    package mutating func give(_ block: Block) -> [Block] {
        guard block.byteCount <= byteLimit, countLimit > 0 else { return [block] }
        blocks.append(block)
        byteCount += block.byteCount
        return shed()
    }

    /// Removes all blocks.
    ///
    /// - Returns: The blocks to release.
    package mutating func removeAll() -> [Block] {
        defer { (blocks, byteCount) = ([], 0) }
        return blocks
    }

    /// Limits the spare bytes from now on.
    ///
    /// - Returns: The blocks to release, the oldest ones.
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
