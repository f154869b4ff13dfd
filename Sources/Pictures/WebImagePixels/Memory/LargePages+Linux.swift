#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// Requests large pages for memory that will be written whole.
    ///
    /// Faults of small pages take a third of the time that some kernels need for 12 megapixels.
    /// Only pages inside the block become large, so no more memory is used. If the block is
    /// returned to a heap instead of the system, the advice cannot be revoked: later blocks
    /// there behave as on a system whose setting is `always`.
    func adviseLargePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
        let page = Int(getpagesize())
        // Safe because whole pages inside the block are named, and advice changes no content.
        let start = unsafe memory.alignedUp(toMultipleOf: page)
        let end = unsafe (memory + byteCount).alignedDown(toMultipleOf: page)
        guard unsafe start < end else { return }
        _ = unsafe madvise(start, end - start, MADV_HUGEPAGE)
    }

    /// Makes the pages of a page-aligned block that will be written, each of which would be a fault
    /// otherwise, as it is before Linux 5.14.
    package func populate(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
        // Safe because the pages of the block are the caller's, and advice changes no content.
        _ = unsafe madvise(memory, byteCount, MADV_POPULATE_WRITE)
    }
#endif
