import CGTK4

/// The error of a function of GLib, as a text for the user.
struct GLibFailure: Error, CustomStringConvertible {
    let description: String

    /// Calls a function that reports its error through a pointer.
    ///
    /// - Returns: The result of the function.
    /// - Throws: The error that it has reported.
    static func check<Result>(
        _ function: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Result
    ) throws(GLibFailure) -> Result {
        var error: UnsafeMutablePointer<GError>?
        let result = function(&error)
        guard let error else { return result }
        defer { g_error_free(error) }
        throw GLibFailure(description: String(cString: error.pointee.message))
    }
}
