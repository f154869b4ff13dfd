#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Asks for large pages behind memory that will all be written: faults of small ones take a third
    /// of the time that some kernels need for a picture of 12 megapixels.
    ///
    /// Only pages that lie inside become large, so that no more memory is used. Where the block is
    /// given back to a heap and not to the system, the advice stays with its pages: what comes to lie
    /// there is as it is everywhere on a system whose setting is `always`. No advice takes it back.
    func adviseLargePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
        let page = 4096
        // Safe because whole pages inside of the block are named, and advice changes no content.
        let start = unsafe memory.alignedUp(toMultipleOf: page)
        let end = unsafe (memory + byteCount).alignedDown(toMultipleOf: page)
        guard unsafe start < end else { return }
        _ = unsafe madvise(start, end - start, MADV_HUGEPAGE)
    }
#endif
