import WebImageCaching

/// Which keys an option's value is part of.
public enum OptionEffect: Sendable {
    /// None: it changes when and how a result comes.
    case delivery
    /// Data key and image key: other bytes are loaded.
    case bytes
    /// The image key: other pixels are made of the same bytes.
    case pixels
}

/// A typed setting of a request; keys, sharing, URLs and flags follow from its declaration.
public protocol ImageOption: Sendable {
    /// The type of its value, which prints and parses one way.
    associatedtype Value: Sendable, Hashable, Spellable
    /// The name, unique among options.
    static var name: String { get }
    /// The value where none is set.
    static var defaultValue: Value { get }
    /// What the value changes.
    static var effect: OptionEffect { get }
}
