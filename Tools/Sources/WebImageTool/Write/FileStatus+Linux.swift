#if canImport(Glibc)
    import Glibc

    extension stat {
        var modifiedTime: (Int, Int) { (st_mtim.tv_sec, st_mtim.tv_nsec) }
    }
#endif
