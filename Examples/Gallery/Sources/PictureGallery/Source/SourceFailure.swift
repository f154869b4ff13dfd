/// The reason why there are no pictures, as a line for a terminal.
struct SourceFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
