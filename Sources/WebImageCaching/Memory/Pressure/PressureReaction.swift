/// Whether a memory cache gives memory back when the system runs short of it.
public enum PressureReaction: Sendable {
    /// It keeps what it has, until it is told otherwise (``MemoryCache/shrink(toBytes:)``).
    case none
    /// It asks the system, from a thread that begins with its first image and ends with the cache:
    /// on Linux for the stalls of its control group or of the machine (PSI), else for the events of
    /// its control group, else for what memory is left.
    case system

    /// What tells it, opened when it is needed; nil for nothing.
    func makeSource(root: String) -> (@Sendable () -> (any PressureSource)?)? {
        switch self {
        case .none: nil
        case .system: { systemPressure(root: root) }
        }
    }
}
