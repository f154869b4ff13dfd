/// A system library that is opened when a codec first needs it: its functions, in a table of C.
///
/// The table is never changed once it is filled, and freed only by whoever made it for himself alone.
// Safe because the table is written before it is shared, and only read then.
@safe package struct OptionalLibrary<Functions>: @unchecked Sendable {
    /// The functions.
    package let functions: UnsafePointer<Functions>

    /// Opens the library.
    ///
    /// - Parameters:
    ///   - name: Another file name than the usual ones.
    ///   - fill: Fills the table from the first of the names that is there, a list that ends with
    ///     nil (nil for the usual names), or says what is wrong; valid during the call.
    /// - Throws: What `fill` says.
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
            // Safe because nobody else has the table.
            unsafe table.deallocate()
            throw failure
        }
        unsafe functions = UnsafePointer(table)
    }

    /// Frees the table; the library itself stays open.
    ///
    /// - Precondition: Nobody else has it.
    package func free() {
        // Safe because the caller promises that it is not used any more.
        unsafe functions.deallocate()
    }
}
