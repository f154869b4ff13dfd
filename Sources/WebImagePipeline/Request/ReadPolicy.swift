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
