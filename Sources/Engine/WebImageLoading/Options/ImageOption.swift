import WebImageCaching

/// The keys that an option's value is part of.
public enum OptionEffect: Sendable {
    /// Part of no key: the option changes when or how a result is delivered.
    case delivery
    /// Part of data key and image key: other bytes are loaded.
    case bytes
    /// Part of the image key: other pixels are made of the same bytes.
    case pixels
}

/// A typed setting of a request; keys, sharing, URLs and flags follow from its declaration.
public protocol ImageOption: Sendable {
    /// The type of its value, with one spelling for each value.
    associatedtype Value: Sendable, Hashable, Spellable
    /// The name, unique among options; one of your own begins with a prefix, such as `acme.frame`.
    static var name: String { get }
    /// The value unless one is set.
    static var defaultValue: Value { get }
    /// The effect of the value.
    static var effect: OptionEffect { get }
}
