#if canImport(Darwin)
    import Darwin

    extension stat {
        var accessTime: timespec { st_atimespec }
        var modificationTime: timespec { st_mtimespec }
        var changeTime: timespec { st_ctimespec }
    }

    extension EntryFile.Access {
        /// Not to be had here: a reader may move the access time, which the cache expects.
        static let quietly: Int32 = 0
        /// Opens a folder to reach what is in it; it must be one that may be listed.
        static let passing: Int32 = O_RDONLY
    }

    extension timespec {
        /// `UTIME_OMIT` of `<sys/stat.h>`.
        static let unchanged = timespec(tv_sec: 0, tv_nsec: -2)
    }
#endif
