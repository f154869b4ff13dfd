/// What is kept of a load, and where.
public enum StorePolicy: String, Hashable, Sendable, CaseIterable, Spellable {
    /// The image in memory, the original bytes on disk.
    case everywhere
    /// The image in memory, nothing on disk.
    case memoryOnly
    /// The original bytes on disk, nothing in memory.
    case diskOnly
    /// Nothing anywhere.
    case nothing

    var reachesMemory: Bool { self == .everywhere || self == .memoryOnly }
    var reachesDisk: Bool { self == .everywhere || self == .diskOnly }
}

extension StorePolicy: ImageOption {
    /// `store`.
    public static let name = "store"
    /// Memory and disk.
    public static let defaultValue = StorePolicy.everywhere
    /// The same picture.
    public static let effect = OptionEffect.delivery
}
