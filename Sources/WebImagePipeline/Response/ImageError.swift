public import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
import WebImageRuntime

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

extension ImageError: LoadError, WorkFailure {
    /// The failure of the stage load, of the request before it, or its cancellation.
    package var loadFailure: LoadFailure? {
        switch self {
        case .load(let failure): failure
        case .request(let reason): LoadFailure(.refusedRequest, reason)
        case .cancelled: .cancelled
        default: nil
        }
    }

    /// The load would wait for itself.
    static var recursion: ImageError { .load(.recursion) }

    /// The error of a failed load.
    init(_ failure: LoadFailure) {
        switch failure.kind {
        case .refusedRequest: self = .request(failure.reason)
        case .cancelled: self = .cancelled
        default: self = .load(failure)
        }
    }

    /// The error of a load, of anything that a loader, an interceptor or a body threw.
    ///
    /// Not inlined, because each load that waits would keep the room for all these errors.
    @inline(never) init(loading error: any Error) {
        switch error {
        case let error as ImageError: self = error
        case let failure as LoadFailure: self = ImageError(failure)
        case let confirmation as NotModified: self = .load(confirmation.failure)
        case let error as DiskError: self = .store(error)
        case let error as RestartLoad: self = ImageError(error.cause)
        case is CancellationError: self = .cancelled
        default: self = .load(LoadFailure(.other, "\(error)"))
        }
    }
}
