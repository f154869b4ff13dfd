#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many processors are on line.
enum ProcessorCount {
    static var current: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
