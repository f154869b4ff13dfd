/// How much a memory cache holds.
public struct MemoryUsage: Hashable, Sendable {
    /// The number of images.
    public var entryCount: Int
    /// The bytes of all images, and what it takes to keep them.
    public var byteCount: Int

    /// A number of images of so many bytes.
    public init(entryCount: Int, byteCount: Int) {
        self.entryCount = entryCount
        self.byteCount = byteCount
    }
}
