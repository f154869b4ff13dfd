import WebImageCaching

/// One promise of ``WebImagePipeline/ImageCache`` and how it is tried.
public struct ImageCacheTrial: Sendable {
    /// What holds, as a sentence; no two trials have the same.
    public let name: String
    let run: @Sendable (ImageCacheBench) throws -> Void

    init(_ name: String, _ run: @escaping @Sendable (ImageCacheBench) throws -> Void) {
        self.name = name
        self.run = run
    }
}

extension ImageCacheTrial: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
