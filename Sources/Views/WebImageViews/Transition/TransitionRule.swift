public import WebImageLoading
import WebImagePipeline

/// The rule for pictures with a transition; placeholders and previews never have one.
public enum TransitionRule: Sendable, CaseIterable {
    /// Pictures with a loading time: from disk, a file or the network, not from memory.
    case whenWaited
    /// Pictures from the network only.
    case fromNetwork
    /// All pictures.
    case always

    /// Returns `true` if a picture of that origin has a transition.
    public func applies(to origin: ImageOrigin) -> Bool {
        switch self {
        case .whenWaited: origin != .memory
        case .fromNetwork: origin == .network
        case .always: true
        }
    }
}
