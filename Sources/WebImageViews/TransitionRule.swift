public import WebImageLoading
import WebImagePipeline

/// Which pictures come with a transition; placeholders and previews never do.
public enum TransitionRule: Sendable, CaseIterable {
    /// Those one had to wait for: from disk, a file or the network, not from memory.
    case whenWaited
    /// Those of the network alone.
    case fromNetwork
    /// All.
    case always

    /// Whether a picture that came from there has a transition.
    public func applies(to origin: ImageOrigin) -> Bool {
        switch self {
        case .whenWaited: origin != .memory
        case .fromNetwork: origin == .network
        case .always: true
        }
    }
}
