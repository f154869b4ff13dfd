#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Zeroed memory of the platform's, to be given to ``releaseMemory(_:)``; nil without memory.
///
/// The system hands out large blocks as pages that are zero already: nothing is written.
func zeroedMemory(byteCount: Int) -> UnsafeMutableRawPointer? {
    unsafe calloc(byteCount, 1)
}

/// Memory of the platform's, not cleared; nil without memory.
///
/// Of a picture of megapixels every page is about to be written.
func memory(byteCount: Int) -> UnsafeMutableRawPointer? {
    let memory = unsafe malloc(byteCount)
    if byteCount >= 4 << 20, let memory = unsafe memory {
        unsafe adviseLargePages(memory, byteCount: byteCount)
    }
    return unsafe memory
}

/// Gives memory back.
func releaseMemory(_ memory: UnsafeMutableRawPointer) {
    unsafe free(memory)
}
