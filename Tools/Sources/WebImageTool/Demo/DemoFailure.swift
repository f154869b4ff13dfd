/// The reason that the demo failed.
struct DemoFailure: Error, CustomStringConvertible {
    /// The expected and the actual result.
    let description: String

    /// Creates a failure with a reason.
    init(_ description: String) {
        self.description = description
    }
}
