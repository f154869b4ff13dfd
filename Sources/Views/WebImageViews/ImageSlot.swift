/// A position for one picture in a view, such as its image or its background.
///
/// A slot identifies both the load and the picture it sets, so the two always match. A load
/// replaces the former load of its slot and does not affect other slots.
public struct ImageSlot: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String

    /// Creates a custom slot.
    ///
    /// - Parameter rawValue: The name, unique within the view, such as `pressed`.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The main picture of a view.
    public static let image = ImageSlot(rawValue: "image")
    /// The picture behind it.
    public static let background = ImageSlot(rawValue: "background")
    /// The picture while the view is highlighted.
    public static let highlighted = ImageSlot(rawValue: "highlighted")
}
