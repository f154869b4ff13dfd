#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Bytes that grow at their end, for one owner; a block adopts them when all are there.
///
/// An array would be copied where it grows, and once more into the block. This memory is moved by
/// the system where it is large.
@safe package final class GrowingBytes {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0
    /// How many there are.
    package private(set) var count = 0
    private let limit: Int
    private let excess: CodecError

    /// No bytes yet, and never as many as `limit`: what would be too much throws `excess`.
    package init(limit: Int = .max, excess: CodecError = .limit("too many bytes for an address")) {
        self.limit = limit
        self.excess = excess
    }

    deinit {
        unsafe free(base)
    }

    /// The bytes so far; valid until more are added, or they are taken.
    package var bytes: UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(start: base, count: count)
    }

    /// Adds a copy of bytes that lie elsewhere.
    ///
    /// - Throws: `excess` where they are too many, `CodecError.limit` where there is no memory; none of
    ///   them are added then.
    package func append(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        try reserve(bytes.count)
        // Safe because there is room for them.
        unsafe base?.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Adds letters, as UTF-8.
    package func append(_ text: StaticString) throws(CodecError) {
        try unsafe append(
            UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Adds the lowest `bytes` bytes of a number, the lowest first.
    package func append(_ value: Int, bytes: Int) throws(CodecError) {
        try reserve(bytes)
        count += bytes
        set(value, bytes: bytes, at: count - bytes)
    }

    /// Overwrites a number.
    ///
    /// - Precondition: It lies in what was added.
    package func set(_ value: Int, bytes: Int, at offset: Int) {
        precondition(
            offset >= 0 && bytes >= 0 && bytes <= count - offset, "A number beyond the bytes.")
        for index in 0..<bytes {
            unsafe base?.storeBytes(
                of: UInt8(truncatingIfNeeded: value >> (index * 8)),
                toByteOffset: offset + index, as: UInt8.self)
        }
    }

    /// Hands them out, without a copy; none are left.
    package func take() -> ByteBlock {
        guard let memory = unsafe base, count > 0 else { return ByteBlock(copying: []) }
        defer { unsafe (base, capacity, count) = (nil, 0, 0) }
        // What grew too far is given back; where that fails, it is kept.
        let fitting = unsafe realloc(memory, count) ?? memory
        return unsafe ByteBlock(owning: fitting, count: count, free: { unsafe free($0) })
    }

    private func reserve(_ more: Int) throws(CodecError) {
        guard more < limit - count else { throw excess }
        guard more > capacity - count else { return }
        let wanted = max(count + more, capacity + capacity / 2, 4096)
        guard let moved = unsafe realloc(base, wanted) else {
            throw .limit("there is no memory for \(wanted) bytes")
        }
        unsafe (base, capacity) = (moved, wanted)
    }
}
