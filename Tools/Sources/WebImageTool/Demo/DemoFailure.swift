/// The reason that the demo failed.
struct DemoFailure: Error, CustomStringConvertible {
    /// The expected and the actual result.
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
