#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Zeroed memory of the platform's, to be given to ``releaseMemory(_:byteCount:)``; nil without
/// memory.
///
/// The system hands out large blocks as pages that are zero already: nothing is written.
func zeroedMemory(byteCount: Int) -> UnsafeMutableRawPointer? {
    if byteCount >= LargeMemory.leastByteCount {
        return unsafe LargeMemory.takeZeroed(byteCount: byteCount)
    }
    return unsafe calloc(byteCount, 1)
}

/// Memory of the platform's, not cleared; nil without memory.
///
/// Of a picture of megapixels every page is about to be written.
func memory(byteCount: Int) -> UnsafeMutableRawPointer? {
    if byteCount >= LargeMemory.leastByteCount {
        return unsafe LargeMemory.take(byteCount: byteCount)
    }
    return unsafe malloc(byteCount)
}

/// Gives memory back, of as many bytes as were asked for.
func releaseMemory(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    if byteCount >= LargeMemory.leastByteCount {
        return unsafe LargeMemory.give(memory, byteCount: byteCount)
    }
    unsafe free(memory)
}
