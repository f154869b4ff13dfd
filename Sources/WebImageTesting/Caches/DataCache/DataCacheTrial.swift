import WebImageCaching

/// One promise of ``WebImagePipeline/DataCache`` and how it is tried.
public struct DataCacheTrial: Sendable {
    /// What holds, as a sentence; no two trials have the same.
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
