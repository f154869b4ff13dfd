/// Counts the bytes of a body against what was announced and what is allowed.
struct BodyMeter {
    private let answer: LoadedBody
    private let expected: Int?
    private let limit: Int
    private(set) var count = 0

    /// A meter for the body of this answer, none of which was read.
    init(_ answer: LoadedBody, limit: Int) {
        self.answer = answer
        // No body is shorter than nothing: who says so says nothing.
        expected = answer.expectedByteCount.flatMap { $0 >= 0 ? $0 : nil }
        self.limit = limit
    }

    /// How much has arrived.
    var progress: LoadProgress {
        LoadProgress(receivedByteCount: count, expectedByteCount: expected)
    }

    /// Counts a chunk.
    ///
    /// - Throws: A failure of kind `tooLarge` for more than was announced, or is allowed.
    mutating func add(_ byteCount: Int) throws(LoadFailure) {
        count += byteCount
        if count > limit {
            throw LoadFailure(
                .tooLarge, "\(count) bytes and more came, more than the \(limit) allowed",
                of: answer)
        }
        guard let expected, count > expected else { return }
        throw LoadFailure(
            .tooLarge, "\(expected) bytes announced, \(count) came", of: answer)
    }

    /// Checks that the body is whole.
    ///
    /// - Throws: A failure of kind `truncated` for fewer bytes than were announced.
    func end() throws(LoadFailure) {
        guard let expected, count < expected else { return }
        throw LoadFailure(
            .truncated, "\(expected) bytes announced, \(count) came", of: answer)
    }
}
