import WebImageCaching

/// A value whose options are properties: a request, or the defaults of a pipeline.
///
/// ```swift
/// request.targetSize = PixelSize(320, 240)
/// pipeline.defaults.timeout = .seconds(10)
/// ```
public protocol OptionConfigurable {
    /// The options that are set.
    var options: ImageOptions { get set }
}

/// The options that are set, each by its type.
public struct ImageOptions: OptionConfigurable, Sendable {
    private struct Entry: Sendable {
        let type: ObjectIdentifier
        let effect: OptionEffect
        let name: String
        /// `name=value` in keys; empty if the option is part of none, or has its default value.
        let spelling: String
        let value: any Sendable

        init<O: ImageOption>(_: O.Type, _ value: O.Value) {
            (type, effect, name, self.value) = (ObjectIdentifier(O.self), O.effect, O.name, value)
            let isInKey = effect != .delivery && value != O.defaultValue
            spelling = isInKey ? Self.spelling(of: O.name, value.spelling) : ""
        }

        /// A value of the caller's own type could have the text between two options.
        private static func spelling(of name: String, _ value: String) -> String {
            value.utf8.contains(UInt8(ascii: ";"))
                ? "\(name.spelling):=\(value.spelling)" : "\(name.spelling)=\(value)"
        }
    }

    /// The options by name.
    ///
    /// An array, since a request sets few options: it is searched faster than a dictionary.
    private var entries: [Entry] = []

    /// Creates options of which none is set.
    public init() {}

    /// These options.
    public var options: ImageOptions {
        get { self }
        set { self = newValue }
    }

    /// The value of an option.
    ///
    /// The default value names the same image as no value; set on a request, it overrides the value
    /// in the pipeline's `defaults`.
    public subscript<O: ImageOption>(_: O.Type) -> O.Value {
        // Inlined, so that the compiler of another module knows the option's type: a look at ten
        // options took 9,000 instructions without.
        @inlinable get {
            guard let index = index(of: ObjectIdentifier(O.self)), let value = value(at: index)
            else { return O.defaultValue }
            return value as? O.Value ?? O.defaultValue
        }
        set { insert(Entry(O.self, newValue)) }
    }

    /// `true` if no option is set.
    package var isEmpty: Bool { entries.isEmpty }

    /// Returns `true` if the option is set, even to its default value.
    package func sets<O: ImageOption>(_: O.Type) -> Bool {
        index(of: ObjectIdentifier(O.self)) != nil
    }

    /// Returns these options, and the ones in `defaults` that are not set here.
    package func over(_ defaults: ImageOptions) -> ImageOptions {
        guard !defaults.entries.isEmpty else { return self }
        var merged = defaults
        for entry in entries { merged.insert(entry) }
        return merged
    }

    /// `true` if an option is set that is part of no key, as each that steers caches is.
    package var haveDelivery: Bool { entries.indices.contains { entries[$0].effect == .delivery } }

    /// Returns `name=value` of all set options with the effect, sorted, separated by `;`.
    package func spelling(of effect: OptionEffect) -> String {
        var text = ""
        for index in entries.indices where entries[index].effect == effect {
            let spelling = entries[index].spelling
            guard !spelling.isEmpty else { continue }
            text = text.isEmpty ? spelling : "\(text);\(spelling)"
        }
        return text
    }

    /// The index of the option of that type; nil if it is not set.
    @usableFromInline func index(of type: ObjectIdentifier) -> Int? {
        entries.indices.first { entries[$0].type == type }
    }

    @usableFromInline func value(at index: Int) -> (any Sendable)? { entries[index].value }

    private mutating func insert(_ entry: Entry) {
        let place = entries.firstIndex { $0.name >= entry.name } ?? entries.endIndex
        if place < entries.endIndex, entries[place].name == entry.name {
            entries[place] = entry
        } else {
            entries.insert(entry, at: place)
        }
    }
}
