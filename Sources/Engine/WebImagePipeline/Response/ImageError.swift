public import FoundationEssentials
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
import WebImageRuntime

/// The reason why a load ended without an image: one case for each stage that can fail.
///
/// Caught by `do throws(ImageError) { … } catch { … }`: in closures Swift does not infer the type.
///
/// Indirect, since each waiting load has room for one in every frame of a function that throws it.
@nonexhaustive
public indirect enum ImageError: Error, Sendable {
    /// The request itself is refused: no URL, a scheme without loader, a forbidden `file:`.
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
    /// The result could not be stored although the caller waits for that.
    case store(DiskError)
    /// The caller cancelled the request.
    case cancelled
    /// The origin was not asked, since ``NegativeCache`` remembers its failure at that time.
    case remembered(since: Date, cause: ImageError)
    /// A second picture, the input of the transform of that name, could not be loaded.
    case input(transform: String, cause: ImageError)
}

extension ImageError {
    /// The name of the stage that failed.
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
        case .remembered(_, let cause), .input(_, let cause): cause.stage
        }
    }

    /// One line: the expected and the found value.
    public var reason: String {
        switch self {
        case .request(let reason): reason
        case .notCached: "not in the cache, and the request allows cached images only"
        case .load(let failure): failure.reason
        case .decode(let error), .encode(let error): error.description
        case .transform(let failure): failure.description
        case .store(let error): error.description
        case .cancelled: "cancelled"
        case .remembered(let since, let cause):
            "\(cause.reason) (remembered since \(since.ISO8601Format()); "
                + "set the option ignoresRememberedFailures to try again)"
        case .input(let transform, let cause): "the input of \(transform): \(cause.reason)"
        }
    }

    /// The HTTP status that ended the load, if one did.
    public var status: Int? {
        switch self {
        case .load(let failure): failure.status
        case .remembered(_, let cause), .input(_, let cause): cause.status
        default: nil
        }
    }
}

extension ImageError: CustomStringConvertible {
    /// Stage and reason.
    public var description: String { "\(stage): \(reason)" }
}

extension ImageError: LoadError, WorkFailure {
    package var loadFailure: LoadFailure? {
        switch self {
        case .load(let failure): failure
        case .request(let reason): LoadFailure(.refusedRequest, reason)
        case .cancelled: .cancelled
        default: nil
        }
    }

    static var recursion: ImageError { .load(.recursion) }

    init(_ failure: LoadFailure) {
        switch failure.kind {
        case .refusedRequest: self = .request(failure.reason)
        case .cancelled: self = .cancelled
        default: self = .load(failure)
        }
    }

    /// Creates the error of a file that was not made: of decoding for damage of the source, whose
    /// frames are decoded as they are encoded.
    init(encoding error: CodecError) {
        switch error {
        case .cancelled: self = .cancelled
        case .damaged, .truncated: self = .decode(error)
        default: self = .encode(error)
        }
    }

    /// Creates the error of a load from any error of a loader, an interceptor or a body.
    init(loading error: any Error) {
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
