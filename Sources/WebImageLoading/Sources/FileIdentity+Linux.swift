#if canImport(Glibc)
    import Glibc

    extension stat {
        /// When the content last changed, in nanoseconds since 1970.
        var modifiedNanoseconds: Int { st_mtim.tv_sec &* 1_000_000_000 &+ st_mtim.tv_nsec }
    }
#endif
