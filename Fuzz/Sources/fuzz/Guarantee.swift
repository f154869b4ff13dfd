import Foundation

/// Traps with a message unless a guarantee holds.
func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { broken(message()) }
}

/// Prints the broken guarantee, which a trap in an optimised build does not, and traps.
func broken(_ message: String) -> Never {
    FileHandle.standardError.write(Data("ERROR: \(message)\n".utf8))
    preconditionFailure(message)
}
