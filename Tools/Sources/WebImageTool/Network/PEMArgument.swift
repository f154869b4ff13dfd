import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads the path of a file of certificates or keys.
enum PEMArgument {
    /// Returns the path of a file that can be read.
    static func read(_ path: String) throws -> String {
        guard access(path, R_OK) == 0 else {
            throw ValidationError("cannot read '\(path.printable)': \(SystemError.words(errno)).")
        }
        guard FileState(of: path) == .file else {
            throw ValidationError("expected a PEM file, and '\(path.printable)' is none.")
        }
        return path
    }
}
