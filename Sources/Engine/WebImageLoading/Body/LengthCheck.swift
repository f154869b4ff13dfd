/// A counter of the bytes of a body, against the announced and the allowed number.
package struct LengthCheck {
    private let response: LoadedBody
    private let expected: Int?
    private let limit: Int
    package private(set) var count = 0
    /// The count from which on the system is asked for more memory.
    private var grantedCount = memoryStep
    private static let memoryStep = 1 << 20

    package init(_ response: LoadedBody, limit: Int) {
        self.response = response
        // A negative length announces nothing.
        expected = response.expectedByteCount.flatMap { $0 >= 0 ? $0 : nil }
        self.limit = limit
    }

    package var progress: LoadProgress {
        LoadProgress(receivedByteCount: count, expectedByteCount: expected)
    }

    /// Counts a chunk.
    ///
    /// Memory is asked for in large steps, since small blocks cannot be refused.
    ///
    /// - Throws: A failure of kind `tooLarge` for more bytes than announced or allowed; of kind
    ///   `other` if the system has no memory for more.
    package mutating func add(_ byteCount: Int) throws(LoadFailure) {
        count += byteCount
        if count > limit {
            throw LoadFailure(
                .tooLarge, "received \(count) bytes or more, the limit is \(limit)",
                of: response)
        }
        if count >= grantedCount {
            try LoadFailure.requireMemory(Self.memoryStep)
            grantedCount = count + Self.memoryStep
        }
        guard let expected, count > expected else { return }
        throw LoadFailure(.tooLarge, "expected \(expected) bytes, received \(count)", of: response)
    }

    /// Checks that the body is whole.
    ///
    /// - Throws: A failure of kind `truncated` for fewer bytes than announced.
    package func end() throws(LoadFailure) {
        guard let expected, count < expected else { return }
        throw LoadFailure(.truncated, "expected \(expected) bytes, received \(count)", of: response)
    }
}
