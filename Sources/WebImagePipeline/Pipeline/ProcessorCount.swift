#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The number of processors that are on line, at least 1.
func processorCount() -> Int {
    max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
}
