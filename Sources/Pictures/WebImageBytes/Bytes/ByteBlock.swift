// Safe because the bytes are written only before `init` returns, and freed only by `deinit`.
/// Immutable bytes: an HTTP chunk, an encoded image, the content of a disk entry.
///
/// A block owns memory of any origin (malloc, mmap, a foreign buffer) through a release closure. It
/// is shared by reference, without copying.
@safe public final class ByteBlock: @unchecked Sendable {
    // Safe because the bytes are written only before `init` returns, and freed only by `deinit`.
    private let base: UnsafeRawPointer?
    private let release: @Sendable () -> Void
    /// The number of bytes.
    public let count: Int

    /// Adopts a foreign buffer without a copy.
    ///
    /// - Parameters:
    ///   - bytes: The buffer, which stays valid and unchanged until `release` is called.
    ///   - release: Frees the buffer; called once, from any thread.
    public init(
        adopting bytes: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void
    ) {
        unsafe base = bytes.baseAddress
        count = bytes.count
        self.release = release
    }

    /// Allocates memory and fills it.
    ///
    /// - Parameters:
    ///   - capacity: The number of bytes to allocate, at least 0.
    ///   - fill: Writes the bytes from the beginning of the buffer and returns their number, which
    ///     becomes ``count``.
    /// - Throws: The errors of `fill`.
    /// - Precondition: `fill` returns a number in `0...capacity`.
    public init<Failure: Error>(
        capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(capacity, 1), alignment: 16)
        do {
            count = try unsafe fill(
                UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: capacity))
        } catch {
            unsafe buffer.deallocate()
            throw error
        }
        precondition(count >= 0 && count <= capacity, "A block was filled beyond its capacity.")
        unsafe base = UnsafeRawPointer(buffer.baseAddress)
        // Safe because only this block refers to the buffer, which is deallocated once.
        let owned = unsafe OwnedBuffer(buffer: buffer)
        release = { owned.free() }
    }

    /// Creates a copy of `bytes`.
    public convenience init(copying bytes: some Collection<UInt8>) {
        unsafe self.init(capacity: bytes.count) { buffer in
            unsafe buffer.copyBytes(from: bytes)
            return bytes.count
        }
    }

    /// Creates a copy of `span`.
    public convenience init(copying span: RawSpan) {
        unsafe self.init(capacity: span.byteCount) { buffer in
            unsafe span.withUnsafeBytes { unsafe buffer.copyMemory(from: $0) }
            return span.byteCount
        }
    }

    /// Returns the concatenation of blocks; a single block is returned itself.
    public static func joining(_ blocks: [ByteBlock]) -> ByteBlock {
        if blocks.count == 1 { return blocks[0] }
        return unsafe ByteBlock(capacity: blocks.reduce(0) { $0 + $1.count }) { buffer in
            var offset = 0
            for block in blocks {
                unsafe block.withUnsafeBytes { bytes in
                    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
                    unsafe buffer.baseAddress?.advanced(by: offset)
                        .copyMemory(from: source, byteCount: bytes.count)
                }
                offset += block.count
            }
            return offset
        }
    }

    deinit {
        release()
    }

    /// Calls `body` with the bytes.
    public func withSpan<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe because this block keeps the bytes alive and unchanged during the call.
        try unsafe body(UnsafeRawBufferPointer(start: base, count: count).bytes)
    }

    /// Calls `body` with a pointer to the bytes, for C libraries.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe because this block keeps the bytes alive and unchanged during the call.
        try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
    }
}

extension ByteBlock: Hashable {
    /// Returns `true` if both contain the same bytes.
    public static func == (left: ByteBlock, right: ByteBlock) -> Bool {
        unsafe left.withUnsafeBytes { a in
            unsafe right.withUnsafeBytes { b in unsafe a.elementsEqual(b) }
        }
    }

    /// Hashes the number of bytes and the first of them.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        unsafe withUnsafeBytes { bytes in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes.prefix(128)))
        }
    }
}

/// Memory that one block deallocates.
// Safe because only the block that allocated it refers to it, and deallocates it once.
@safe private struct OwnedBuffer: @unchecked Sendable {
    let buffer: UnsafeMutableRawBufferPointer
    func free() { unsafe buffer.deallocate() }
}

extension ByteBlock {
    /// Returns the first `count` bytes without a copy; all bytes if there are fewer.
    public func prefix(_ count: Int) -> ByteBlock {
        count < self.count ? part(0..<max(count, 0)) : self
    }

    /// Returns the bytes of a range without a copy; those inside, if not all of them are.
    package func part(_ range: Range<Int>) -> ByteBlock {
        let inside = range.clamped(to: 0..<count)
        // Safe because the new block retains this one, and with it the bytes.
        return unsafe withUnsafeBytes { bytes in
            unsafe ByteBlock(adopting: UnsafeRawBufferPointer(rebasing: bytes[inside])) {
                _ = self
            }
        }
    }
}

extension ByteBlock {
    /// Adopts memory that a C library allocated; `free` is called once, when the block is released.
    package convenience init(
        owning bytes: UnsafeMutableRawPointer, count: Int,
        free: @escaping @Sendable (UnsafeMutableRawPointer?) -> Void
    ) {
        // Safe because the block is the only owner of the memory from here on.
        nonisolated(unsafe) let memory = unsafe bytes
        unsafe self.init(adopting: UnsafeRawBufferPointer(start: bytes, count: count)) {
            unsafe free(memory)
        }
    }
}
