/// The progress of a body.
public struct LoadProgress: Hashable, Sendable {
    /// The number of bytes so far.
    public var receivedByteCount: Int
    /// The number of all bytes, nil if the origin does not announce it.
    public var expectedByteCount: Int?

    /// Creates a progress; each parameter is the property of its name.
    public init(receivedByteCount: Int, expectedByteCount: Int?) {
        self.receivedByteCount = receivedByteCount
        self.expectedByteCount = expectedByteCount
    }

    /// The progress before the response.
    package static let unknown = LoadProgress(receivedByteCount: 0, expectedByteCount: nil)

    /// The received fraction, from 0 to 1; nil if the number of all bytes is unknown.
    public var fraction: Double? {
        guard let expectedByteCount, expectedByteCount > 0 else { return nil }
        return min(1, Double(receivedByteCount) / Double(expectedByteCount))
    }
}
