/// Counts the bytes of a body against what was announced and what is allowed.
package struct LengthCheck {
    private let answer: LoadedBody
    private let expected: Int?
    private let limit: Int
    private(set) var count = 0
    /// The count from which on the system is asked for more memory.
    private var grantedCount = memoryStep
    private static let memoryStep = 1 << 20

    /// A meter for the body of this answer, none of which was read.
    package init(_ answer: LoadedBody, limit: Int) {
        self.answer = answer
        // No body is shorter than nothing: who says so says nothing.
        expected = answer.expectedByteCount.flatMap { $0 >= 0 ? $0 : nil }
        self.limit = limit
    }

    /// How much has arrived.
    package var progress: LoadProgress {
        LoadProgress(receivedByteCount: count, expectedByteCount: expected)
    }

    /// Counts a chunk.
    ///
    /// Chunks are small blocks, which cannot be refused: so room for many is asked for at once.
    ///
    /// - Throws: A failure of kind `tooLarge` for more than was announced, or is allowed; of kind
    ///   `other` if the system has no memory for more.
    package mutating func add(_ byteCount: Int) throws(LoadFailure) {
        count += byteCount
        if count > limit {
            throw LoadFailure(
                .tooLarge, "\(count) bytes and more came, more than the \(limit) allowed",
                of: answer)
        }
        if count >= grantedCount {
            try LoadFailure.requireMemory(Self.memoryStep)
            grantedCount = count + Self.memoryStep
        }
        guard let expected, count > expected else { return }
        throw LoadFailure(
            .tooLarge, "\(expected) bytes announced, \(count) came", of: answer)
    }

    /// Checks that the body is whole.
    ///
    /// - Throws: A failure of kind `truncated` for fewer bytes than were announced.
    package func end() throws(LoadFailure) {
        guard let expected, count < expected else { return }
        throw LoadFailure(
            .truncated, "\(expected) bytes announced, \(count) came", of: answer)
    }
}
