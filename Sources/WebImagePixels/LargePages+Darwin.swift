#if !os(Linux)
    /// There is nothing to ask for.
    func adviseLargePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {}
#endif
