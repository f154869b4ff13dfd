/// The transition from one picture to another; the toolkit draws it.
public struct ImageTransition: Hashable, Sendable {
    /// A kind of transition; toolkits can add their own.
    public struct Style: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// Creates a custom style.
        ///
        /// - Parameter rawValue: The name, by which the toolkit knows the style.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// A cross-fade from the old picture to the new one.
        public static let fade = Style(rawValue: "fade")
        /// A slide of the new picture over the old one.
        public static let slide = Style(rawValue: "slide")
        /// A flip from the old picture to the new one.
        public static let flip = Style(rawValue: "flip")
    }

    /// The kind of transition.
    public var style: Style
    /// The duration of the transition.
    public var duration: Duration

    /// Creates a transition of a style.
    ///
    /// - Parameters:
    ///   - style: The kind of transition.
    ///   - duration: The time from the old image to the new one.
    public init(_ style: Style, duration: Duration = .milliseconds(250)) {
        self.style = style
        self.duration = duration
    }

    /// A fade of a quarter of a second.
    public static let fade = ImageTransition(.fade)
}
