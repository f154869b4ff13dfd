struct Command {
    let operation: String
    /// The number of repetitions.
    let count: Int
    let input: String
    /// The path of the result, which is written after the clock stopped; empty for none.
    let output: String
    /// Width in pixels, sigma or degrees.
    let number: Double

    /// The line that is sent.
    var line: String {
        [operation, String(count), input, output, number.shortest].joined(separator: "\t") + "\n"
    }

    /// Parses a line; `nil` if it is malformed.
    init?(line: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 5, let count = Int(fields[1]), let number = Double(fields[4]) else {
            return nil
        }
        self.init(fields[0], count, fields[2], to: fields[3], number)
    }

    init(
        _ operation: String, _ count: Int, _ input: String, to output: String = "", _ number: Double
    ) {
        (self.operation, self.count, self.input) = (operation, count, input)
        (self.output, self.number) = (output, number)
    }
}
