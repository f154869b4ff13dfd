/// The reason that no sandbox could be made.
@nonexhaustive
public enum SandboxError: Error, Hashable, Sendable {
    /// The platform is not Linux, or the trait `Sandbox` is off.
    case notAvailable
    /// The executable did not answer as a decoder: the call of `DecoderWorker.runIfAsked()` is
    /// missing in it, or it has other codecs; the reason.
    case noDecoder(String)
    /// The system lacks layers that `WallPolicy.required` demands.
    case missingLayers([SandboxReport.Layer])
    /// A call of the system failed; its name, and the error number.
    case system(String, errno: Int32)
}

extension SandboxError: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .notAvailable:
            "the sandbox needs Linux and the trait Sandbox"
        case .noDecoder(let reason): "no decoder process: \(reason)"
        case .missingLayers(let layers):
            "this system lacks parts of the sandbox: "
                + layers.map(\.rawValue).joined(separator: ", ")
        case .system(let call, let errno): "\(call) failed: \(words(of: errno))"
        }
    }
}
