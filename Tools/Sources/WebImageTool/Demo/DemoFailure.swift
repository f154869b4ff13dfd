/// Why the demo did not show what it promises.
struct DemoFailure: Error, CustomStringConvertible {
    /// What was expected, what was found.
    let description: String

    /// A failure with its reason.
    init(_ description: String) {
        self.description = description
    }
}
