extension Vocabulary {
    /// All built-in transforms.
    public static let standard = Vocabulary(builtIn)

    static let builtIn: [any BuiltInTransform.Type] = [
        Resize.self, Crop.self, Rotate.self, Flip.self, RoundCorners.self, Circle.self, Blur.self,
        Tint.self, Grayscale.self, Pad.self,
    ]

    /// Returns a type as that of a built-in transform; nil for any other one.
    static func builtIn(_ type: any ImageTransform.Type) -> (any BuiltInTransform.Type)? {
        builtIn.first { ObjectIdentifier($0) == ObjectIdentifier(type) }
    }
}
