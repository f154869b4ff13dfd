#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Returns zeroed memory, to be released by ``releaseMemory(_:byteCount:)``; nil if refused.
///
/// The system maps large blocks as pages that are already zero, so nothing is written.
func zeroedMemory(byteCount: Int) -> UnsafeMutableRawPointer? {
    if byteCount >= LargeMemory.leastByteCount {
        return unsafe LargeMemory.takeZeroed(byteCount: byteCount)
    }
    if let lent = unsafe LargeMemory.takeLent(byteCount: byteCount) {
        // Safe because the block has as many bytes, and no other reference exists.
        return unsafe memset(lent, 0, byteCount)
    }
    return unsafe calloc(byteCount, 1)
}

/// Returns uninitialized memory; nil if refused.
///
/// For large blocks large pages are requested, since the caller will write every page.
func memory(byteCount: Int) -> UnsafeMutableRawPointer? {
    if byteCount >= LargeMemory.leastByteCount {
        return unsafe LargeMemory.take(byteCount: byteCount)
    }
    return unsafe LargeMemory.takeLent(byteCount: byteCount) ?? malloc(byteCount)
}

/// Releases memory of the size that was requested.
func releaseMemory(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
    if byteCount >= LargeMemory.leastByteCount {
        return unsafe LargeMemory.give(memory, byteCount: byteCount)
    }
    if unsafe LargeMemory.giveLent(memory, byteCount: byteCount) { return }
    unsafe free(memory)
}
