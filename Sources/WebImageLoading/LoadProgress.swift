/// How much of a body has arrived.
public struct LoadProgress: Hashable, Sendable {
    /// Bytes so far.
    public var receivedByteCount: Int
    /// Bytes in all, nil when the origin doesn't say.
    public var expectedByteCount: Int?

    /// So many bytes of so many.
    public init(receivedByteCount: Int, expectedByteCount: Int?) {
        self.receivedByteCount = receivedByteCount
        self.expectedByteCount = expectedByteCount
    }

    /// Nothing has arrived, and nothing is known of what will.
    public static let unknown = LoadProgress(receivedByteCount: 0, expectedByteCount: nil)

    /// Between 0 and 1, nil when the whole is unknown.
    public var fraction: Double? {
        guard let expectedByteCount, expectedByteCount > 0 else { return nil }
        return min(1, Double(receivedByteCount) / Double(expectedByteCount))
    }
}
