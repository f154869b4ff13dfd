public import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading

/// Why a load ended without an image: one case for each stage that can fail.
///
/// Indirect, since every function that may throw it keeps room for one: a thousand loads that wait
/// would have megabytes of it.
@nonexhaustive
public indirect enum ImageError: Error, Sendable {
    /// The request itself cannot be served: no URL, a scheme without loader, a refused `file:`.
    case request(String)
    /// Only cached images were wanted, and there is none.
    case notCached
    /// The bytes did not arrive.
    case load(LoadFailure)
    /// The bytes did not become pixels.
    case decode(CodecError)
    /// The pixels could not be transformed.
    case transform(TransformFailure)
    /// The pixels did not become bytes.
    case encode(CodecError)
    /// The result could not be stored where that was asked for.
    case store(DiskError)
    /// The caller is no longer interested.
    case cancelled
    /// The origin was not asked: it failed so at that time, and ``NegativeCache`` still remembers.
    case remembered(since: Date, cause: ImageError)
}

extension ImageError {
    /// The stage that failed, by its name in the pipeline.
    public var stage: String {
        switch self {
        case .request: "request"
        case .notCached: "disk"
        case .load: "load"
        case .decode: "decode"
        case .transform: "transform"
        case .encode: "encode"
        case .store: "store"
        case .cancelled: "cancelled"
        case .remembered(_, let cause): cause.stage
        }
    }

    /// One line: what was expected, what was found.
    public var reason: String {
        switch self {
        case .request(let reason): reason
        case .notCached: "not in the cache, and only cached images were asked for"
        case .load(let failure): failure.reason
        case .decode(let error), .encode(let error): error.description
        case .transform(let failure): failure.description
        case .store(let error): error.description
        case .cancelled: "cancelled"
        case .remembered(let since, let cause):
            "\(cause.reason) (remembered since \(since.ISO8601Format()); "
                + "\(RetriesFailed.name) asks again)"
        }
    }

    /// The HTTP status that ended the load, if one did.
    public var status: Int? {
        switch self {
        case .load(let failure): failure.status
        case .remembered(_, let cause): cause.status
        default: nil
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// Stage and reason.
    public var description: String { "\(stage): \(reason)" }
}
