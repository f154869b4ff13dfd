import WebImageLoading

/// The product that a request asks for.
@usableFromInline
enum Product: Hashable, Sendable {
    /// The picture.
    case image
    /// The encoded file of the picture, made by a recipe.
    case file(FileRecipe)

    /// `true` if a file is wanted.
    var isFile: Bool { if case .file = self { true } else { false } }

    /// Returns the parts of keys that it adds; none for a picture.
    ///
    /// - Parameter encoders: The identities of the encoders that write it.
    func keyParts(writtenBy encoders: String) -> [KeyPart] {
        switch self {
        case .image: []
        case .file(let recipe): [("file", recipe.spelling), ("encoders", encoders)]
        }
    }

    /// Adds a recipe; of a picture nothing.
    @usableFromInline
    func hash(into hasher: inout Hasher) {
        if case .file(let recipe) = self { recipe.hash(into: &hasher) }
    }
}
