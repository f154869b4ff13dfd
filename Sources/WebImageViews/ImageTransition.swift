/// How a picture takes the place of another; the toolkit draws it.
public struct ImageTransition: Hashable, Sendable {
    /// A kind of transition; a toolkit adds its own.
    public struct Style: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String

        /// A style of one's own.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// One picture shines through the other.
        public static let fade = Style(rawValue: "fade")
        /// The new picture slides over the old one.
        public static let slide = Style(rawValue: "slide")
        /// The picture turns around and shows the new one.
        public static let flip = Style(rawValue: "flip")
    }

    /// What it looks like.
    public var style: Style
    /// How long it takes.
    public var duration: Duration

    /// A transition of a style.
    public init(_ style: Style, duration: Duration = .milliseconds(250)) {
        self.style = style
        self.duration = duration
    }

    /// A fade of a quarter of a second.
    public static let fade = ImageTransition(.fade)
}
