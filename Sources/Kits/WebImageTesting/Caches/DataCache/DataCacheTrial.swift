import WebImageCaching

/// A test of one requirement of `WebImageCaching.DataCache`.
public struct DataCacheTrial: Sendable {
    /// The requirement as a sentence, unique among all trials.
    public let name: String
    let run: @Sendable (DataCacheBench) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (DataCacheBench) throws -> Void) {
        self.name = name
        self.run = run
    }
}

extension DataCacheTrial: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
