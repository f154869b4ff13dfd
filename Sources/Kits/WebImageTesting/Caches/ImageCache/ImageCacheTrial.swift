import WebImageCaching

/// A test of one requirement of `WebImageCaching.ImageCache`.
public struct ImageCacheTrial: Sendable {
    /// The requirement as a sentence, unique among all trials.
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
