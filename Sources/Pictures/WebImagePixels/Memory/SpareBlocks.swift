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
    /// A block that its owner lends to one request at a time, and the addresses of lent ones in
    /// use.
    private var lent: Block?
    private var inUse: Set<UInt> = []

    /// Creates an empty set with limits on bytes and number of blocks.
    package init(byteLimit: Int, countLimit: Int) {
        self.byteLimit = byteLimit
        self.countLimit = countLimit
    }

    /// Lends a block to the next request of at most its size, and again once it is given back; in
    /// place of the one before, which remains in use.
    package mutating func lend(_ block: Block?) { lent = block }

    /// Returns `true` if a lent block of this address is in use.
    package func isInUse(at address: UInt) -> Bool { inUse.contains(address) }

    /// Returns the lent block, unless it is in use or too small.
    package mutating func takeLent(byteCount: Int) -> Block? {
        guard let lent, byteCount <= lent.byteCount, !inUse.contains(lent.address) else {
            return nil
        }
        inUse.insert(lent.address)
        return Block(address: lent.address, byteCount: byteCount)
    }

    /// Takes back a lent block; returns `false` if there is none of this address in use.
    package mutating func giveLent(at address: UInt) -> Bool { inUse.remove(address) != nil }

    /// Removes and returns the lent block, or the newest block of exactly `byteCount` bytes; its
    /// pages are the most likely to be in the processor's cache.
    package mutating func take(byteCount: Int) -> Block? {
        if let block = takeLent(byteCount: byteCount) { return block }
        guard let index = blocks.lastIndex(where: { $0.byteCount == byteCount }) else { return nil }
        self.byteCount -= byteCount
        return blocks.remove(at: index)
    }

    /// Returns `true` if there is a block of exactly `byteCount` bytes.
    package func has(byteCount: Int) -> Bool { blocks.contains { $0.byteCount == byteCount } }

    /// Adds a block, unless it is a lent one.
    ///
    /// - Returns: The blocks to release: the oldest ones, or the block itself if it is too large.
    package mutating func give(_ block: Block) -> [Block] {
        if giveLent(at: block.address) { return [] }
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
