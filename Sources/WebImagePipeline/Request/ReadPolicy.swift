/// Which caches a request asks before its origin; ``CachePolicy`` says whether any may answer.
public enum ReadPolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// Memory, then disk.
    case everywhere
    /// Memory only: what is on disk is loaded again.
    case memoryOnly
    /// Disk only: the image is decoded again.
    case diskOnly
    /// None; what is loaded is stored all the same.
    case nothing

    var reachesMemory: Bool { self == .everywhere || self == .memoryOnly }
    var reachesDisk: Bool { self == .everywhere || self == .diskOnly }
}

extension ReadPolicy: ImageOption {
    /// `read`.
    public static let name = "read"
    /// Memory, then disk.
    public static let defaultValue = ReadPolicy.everywhere
    /// The same picture.
    public static let effect = OptionEffect.delivery
}

extension ImageRequest {
    /// Whether an image in memory may answer.
    var readsMemory: Bool { readsCaches && options[ReadPolicy.self].reachesMemory }

    /// Whether an entry on disk may answer.
    var readsDisk: Bool { readsCaches && options[ReadPolicy.self].reachesDisk }

    /// Whether an image in memory may be shown, confirmed by the origin, or stand in for it.
    var usesMemory: Bool {
        options[CachePolicy.self] != .bypass && options[ReadPolicy.self].reachesMemory
    }

    /// Whether an entry on disk may be shown, confirmed by the origin, or stand in for it.
    var usesDisk: Bool {
        options[CachePolicy.self] != .bypass && options[ReadPolicy.self].reachesDisk
    }

    private var readsCaches: Bool {
        let policy = options[CachePolicy.self]
        return policy == .normal || policy == .onlyIfCached
    }
}
