/// The reason that bytes could not be decoded, or pixels not encoded.
@nonexhaustive
public enum CodecError: Error, Hashable, Sendable {
    /// No signature matches; a description of the bytes.
    case unrecognized(String)
    /// The format is known, but no codec for it is installed.
    case noCodec(ImageFormat)
    /// The codec's system library is missing; its name, and the package that contains it.
    case missingLibrary(ImageFormat, library: String, package: String)
    /// The codec does not support a feature of this file or these settings.
    case unsupported(ImageFormat, String)
    /// The bytes violate their format.
    case damaged(ImageFormat, String)
    /// The bytes end before the picture does.
    case truncated(ImageFormat, String)
    /// The picture exceeds `DecodeLimits`.
    case limit(String)
    /// The library could not encode the pixels.
    case encoding(ImageFormat, String)
    /// The task was cancelled between two calls of the library.
    case cancelled
}

extension CodecError: CustomStringConvertible {
    /// One line that names what was expected, then what was found.
    public var description: String {
        switch self {
        case .unrecognized(let found): "not an image: \(found)"
        case .noCodec(let format): "no codec for \(format) is installed"
        case .missingLibrary(let format, let library, let package):
            "\(format): the library \(library) is missing; install the package \(package)"
        case .unsupported(let format, let what): "\(format): not supported: \(what)"
        case .damaged(let format, let what): "\(format): damaged: \(what)"
        case .truncated(let format, let what): "\(format): truncated: \(what)"
        case .limit(let what): "over the limit: \(what)"
        case .encoding(let format, let what): "\(format): cannot encode: \(what)"
        case .cancelled: "cancelled"
        }
    }
}
