import FoundationEssentials
import WebImage

/// A picture or a file as a pipeline returns it, perhaps older than HTTP allows.
protocol LoadedResult: Sendable {
    var origin: ImageOrigin { get set }
    /// `true` if the origin was asked, and has what was cached.
    var unchanged: Bool { get }
    /// `true` if it is from a cache, and HTTP's time for its use had passed.
    var isStale: Bool { get }
    /// The error of the origin, if the result stands in for it.
    var staleReason: ImageError? { get set }
    /// The place of the source that answered among the alternatives; nil for the request's own.
    var alternative: Int? { get }
    /// The failure of the request's own source, if an alternative answered.
    var fallbackReason: ImageError? { get }
    /// The time at which the origin sent or confirmed it; nil for files and data.
    var respondedAt: Date? { get }
}

extension ImageResponse: LoadedResult {}
extension ImageFile: LoadedResult {}
