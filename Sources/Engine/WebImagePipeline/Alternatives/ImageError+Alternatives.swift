import WebImageCoding
import WebImageLoading

extension ImageError {
    /// `true` if another source may have the picture.
    ///
    /// `false` for what every source would meet: a wrong request, transforms and their inputs,
    /// encoding, a full disk, and the end of the caller's time. Limits of bytes and pixels are no
    /// such failure: a copy elsewhere may be smaller, and has to keep to them, too.
    var isMendable: Bool {
        switch self {
        case .notCached: true
        case .load(let failure): failure.kind.isMendable
        case .decode(let error): error.isMendable
        case .remembered(_, let cause): cause.isMendable
        case .request, .transform, .encode, .store, .cancelled, .input: false
        }
    }
}

extension LoadFailure.Kind {
    fileprivate var isMendable: Bool {
        switch self {
        case .hostNotFound, .connectionFailed, .tls, .timedOut, .truncated, .tooLarge: true
        case .status, .mediaType, .notModified, .redirect, .unresolved, .malformed: true
        case .refusedAddress, .fileNotFound, .fileUnreadable, .changed, .other: true
        case .recursion, .refusedRequest, .cancelled: false
        }
    }
}

extension CodecError {
    fileprivate var isMendable: Bool {
        switch self {
        case .unrecognized, .noCodec, .missingLibrary, .unsupported, .damaged, .truncated: true
        case .limit: true
        case .workerEnded(_, let end): end.blamesBytes
        case .encoding, .cancelled, .timedOut: false
        }
    }
}
