#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A growing buffer with one owner; a block adopts its memory at the end.
///
/// An array would be copied when it grows, and once more into the block. The system grows large
/// memory like this without copying.
@safe package final class GrowingBytes {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0
    /// The number of bytes.
    package private(set) var count = 0
    private let limit: Int
    private let excess: CodecError

    /// Creates an empty buffer, which must stay below `limit` bytes; more bytes throw `excess`.
    package init(
        limit: Int = .max,
        excess: CodecError = .limit("the file needs more bytes than an address space has")
    ) {
        self.limit = limit
        self.excess = excess
    }

    deinit {
        unsafe free(base)
    }

    /// The bytes so far; valid until bytes are appended or taken.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: count)
    }

    /// Appends a copy of `bytes`.
    ///
    /// - Throws: `excess` if there are too many, `CodecError.limit` without memory; none are
    ///   appended then.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        try reserve(bytes.count)
        // Safe because `reserve` made room for them.
        unsafe base?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Appends a copy of an array.
    ///
    /// - Throws: `excess` if there are too many, `CodecError.limit` without memory.
    package func append(_ bytes: [UInt8]) throws(CodecError) {
        try bytes.withView { view throws(CodecError) in
            // Safe because the buffer is read during the call only.
            try unsafe view.withUnsafeBytes { bytes throws(CodecError) in
                try unsafe append(bytes)
            }
        }
    }

    /// Appends a text in UTF-8.
    package func append(_ text: StaticString) throws(CodecError) {
        try unsafe append(
            UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends the lowest `bytes` bytes of a number, the lowest first.
    package func append(_ value: Int, bytes: Int) throws(CodecError) {
        try reserve(bytes)
        count += bytes
        set(value, bytes: bytes, at: count - bytes)
    }

    /// Overwrites a number.
    ///
    /// - Precondition: The number lies inside the appended bytes.
    package func set(_ value: Int, bytes: Int, at offset: Int) {
        precondition(
            offset >= 0 && bytes >= 0 && bytes <= count - offset,
            "The number must lie within the appended bytes.")
        for index in 0..<bytes {
            unsafe base?.storeBytes(
                of: UInt8(truncatingIfNeeded: value >> (index * 8)),
                toByteOffset: offset + index, as: UInt8.self)
        }
    }

    /// Returns all bytes as a block, without a copy, and empties the buffer.
    package func take() -> ByteBlock {
        guard let memory = unsafe base, count > 0 else { return ByteBlock(copying: []) }
        defer { unsafe (base, capacity, count) = (nil, 0, 0) }
        // Shrinks the memory to its content; if that fails, keeps it.
        let fitting = unsafe realloc(memory, count) ?? memory
        return unsafe ByteBlock(owning: fitting, count: count, free: { unsafe free($0) })
    }

    private func reserve(_ more: Int) throws(CodecError) {
        guard more < limit - count else { throw excess }
        guard more > capacity - count else { return }
        let wanted = max(count + more, capacity + capacity / 2, 4096)
        guard let moved = unsafe realloc(base, wanted) else {
            throw .limit("not enough memory for \(wanted) bytes")
        }
        unsafe (base, capacity) = (moved, wanted)
    }
}
