/// A place for one picture in a view: its image, its background.
///
/// A slot names both what is loaded and what is set by it, so that the two never differ. A load
/// takes the place of the former one of its slot, and leaves the other slots alone.
public struct ImageSlot: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// A slot of one's own, such as `pressed`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The picture a view is for.
    public static let image = ImageSlot(rawValue: "image")
    /// The picture behind it.
    public static let background = ImageSlot(rawValue: "background")
    /// The picture while the view is highlighted.
    public static let highlighted = ImageSlot(rawValue: "highlighted")
}
