import WebImageBytes

/// A system library that is opened when a codec first needs it: its functions in a C table.
///
/// The table never changes once it is filled. Only an exclusive owner may free it.
// Safe because the table is written before it is shared, and only read afterwards.
@safe package struct OptionalLibrary<Functions>: @unchecked Sendable {
    /// The functions.
    package let functions: UnsafePointer<Functions>

    /// Opens the library.
    ///
    /// - Parameters:
    ///   - name: A file name to use instead of the usual ones.
    ///   - fill: Fills the table from the first available library, or returns an error. Gets a list
    ///     of names that ends with nil, valid during the call; nil stands for the usual names.
    /// - Throws: The error of `fill`.
    package init(
        name: String?,
        fill: (
            _ table: UnsafeMutablePointer<Functions>,
            _ names: UnsafePointer<UnsafePointer<CChar>?>?
        ) -> CodecError?
    ) throws(CodecError) {
        let table = UnsafeMutablePointer<Functions>.allocate(capacity: 1)
        let failure: CodecError?
        if let name {
            // Safe because the list and its name live as long as the call.
            failure = unsafe name.withCString { name in
                let names = unsafe [name, nil]
                return unsafe names.withUnsafeBufferPointer { unsafe fill(table, $0.baseAddress) }
            }
        } else {
            failure = unsafe fill(table, nil)
        }
        if let failure {
            // Safe because no other reference to the table exists.
            unsafe table.deallocate()
            throw failure
        }
        unsafe functions = UnsafePointer(table)
    }

    /// Frees the table; the library itself stays open.
    ///
    /// - Precondition: No other reference to the table exists.
    package func free() {
        // Safe because the caller guarantees that the table is unused.
        unsafe functions.deallocate()
    }
}
