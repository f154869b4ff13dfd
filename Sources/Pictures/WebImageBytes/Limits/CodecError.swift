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
    /// The work was not done within the time-out of its request.
    case timedOut(Duration)
    /// The process that decoded ended before it answered.
    case workerEnded(ImageFormat, WorkerEnd)
}

extension CodecError {
    /// A case without its format and text: what failures are counted by.
    @nonexhaustive
    public enum Kind: String, Hashable, Sendable {
        case unrecognized, noCodec, missingLibrary, unsupported, damaged, truncated, limit
        case encoding, cancelled, timedOut, workerEnded
    }

    /// The kind of the error; its `rawValue` is a stable name for metrics.
    public var kind: Kind {
        switch self {
        case .unrecognized: .unrecognized
        case .noCodec: .noCodec
        case .missingLibrary: .missingLibrary
        case .unsupported: .unsupported
        case .damaged: .damaged
        case .truncated: .truncated
        case .limit: .limit
        case .encoding: .encoding
        case .cancelled: .cancelled
        case .timedOut: .timedOut
        case .workerEnded: .workerEnded
        }
    }
}

/// The reason that a decoding process ended, or could not be started.
@nonexhaustive
public enum WorkerEnd: Hashable, Sendable {
    /// A fault in the codec; the signal's number.
    case signal(Int32)
    /// A system call that the sandbox forbids.
    case violation
    /// More memory than `DecodeLimits` allow.
    case memory
    /// More processor time than `DecodeLimits.maxTime`.
    case time(Duration)
    /// The machine was busy: no answer in twice `DecodeLimits.maxTime` by the clock.
    case wait(Duration)
    /// An answer against the protocol; what was wrong.
    case answer(String)
    /// It could not be started; the reason.
    case start(String)

    /// `true` if the same bytes would end the next process, too.
    package var blamesBytes: Bool {
        switch self {
        case .signal, .violation, .memory, .time, .answer: true
        case .wait, .start: false
        }
    }
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
        case .timedOut(let limit): "not done within \(limit)"
        case .workerEnded(let format, let end): "\(format): \(end)"
        }
    }
}

extension WorkerEnd: CustomStringConvertible {
    /// One line without the format.
    public var description: String {
        switch self {
        case .signal(let number): "the decoder ended by signal \(number)"
        case .violation: "the decoder was ended: it called a function that the sandbox forbids"
        case .memory: "the decoder was ended: it used more memory than allowed"
        case .time(let limit): "the decoder was ended: it computed longer than \(limit)"
        case .wait(let limit): "the decoder was ended: no answer within \(limit)"
        case .answer(let what): "the decoder was ended: its answer is invalid: \(what)"
        case .start(let reason): "no decoder process can be started: \(reason)"
        }
    }
}
