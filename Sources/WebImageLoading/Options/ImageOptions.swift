import WebImageCaching
import WebImagePixels

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
    /// The properties that keys compare come first, and fit a line of the processor's cache.
    private struct Entry: Sendable {
        let type: ObjectIdentifier
        let comparison: ComparedValue
        let effect: OptionEffect
        let isDefault: Bool
        let name: String
        /// Nil in keys for a value that is compared by its spelling.
        var value: (any Sendable & Spellable)?

        var spelling: String {
            if case .spelling(let bytes) = comparison {
                return String(decoding: bytes, as: UTF8.self)
            }
            return value?.spelling ?? ""
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
        set {
            insert(
                Entry(
                    type: ObjectIdentifier(O.self), comparison: ComparedValue(newValue),
                    effect: O.effect, isDefault: newValue == O.defaultValue, name: O.name,
                    value: newValue))
        }
    }

    /// `true` if no option is set.
    package var isEmpty: Bool { entries.isEmpty }

    /// Returns `true` if the option is set, even to its default value.
    package func sets<O: ImageOption>(_: O.Type) -> Bool {
        index(of: ObjectIdentifier(O.self)) != nil
    }

    /// Returns these options, and those of `defaults` that are not set here.
    package func over(_ defaults: ImageOptions) -> ImageOptions {
        guard !defaults.entries.isEmpty else { return self }
        var merged = defaults
        for entry in entries { merged.insert(entry) }
        return merged
    }

    /// `true` if an option is set that is part of no key, as each that steers caches is.
    package var haveDelivery: Bool {
        entries.indices.contains { entries[$0].effect == .delivery }
    }

    /// Returns the options that are part of keys of an effect, or of any; of values of the caller's own
    /// types it keeps only their spelling.
    package func inKeys(_ effect: OptionEffect? = nil) -> ImageOptions {
        let isSmall = entries.indices.allSatisfy {
            isInKey($0, effect) && !entries[$0].comparison.isSpelled
        }
        guard !isSmall else { return self }
        var kept = ImageOptions()
        for index in entries.indices where isInKey(index, effect) {
            var entry = entries[index]
            if entry.comparison.isSpelled { entry.value = nil }
            kept.entries.append(entry)
        }
        return kept
    }

    /// Returns `name=value` of all set options with the effect, sorted, separated by `;`.
    package func spelling(of effect: OptionEffect) -> String {
        inKeys(effect).entries.map { "\($0.name.spelling)=\($0.spelling)" }.joined(separator: ";")
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

    /// - Parameter effect: The keys; nil for any.
    private func isInKey(_ index: Int, _ effect: OptionEffect?) -> Bool {
        guard !entries[index].isDefault else { return false }
        return effect.map { entries[index].effect == $0 } ?? (entries[index].effect != .delivery)
    }
}

// Keys: for options that ``inKeys(_:)`` returned.
extension ImageOptions {
    package func hash(into hasher: inout Hasher) {
        for index in entries.indices {
            hasher.combine(entries[index].type)
            entries[index].comparison.hash(into: &hasher)
        }
    }

    /// `true` if the other options have the same spelling.
    package func isEqual(to other: ImageOptions) -> Bool {
        entries.count == other.entries.count
            && entries.indices.allSatisfy {
                entries[$0].type == other.entries[$0].type
                    && entries[$0].comparison == other.entries[$0].comparison
            }
    }
}

/// The part of an option's value that keys compare: equal if and only if the spellings are.
private enum ComparedValue: Hashable, Sendable {
    case numbers(ValueNumbers)
    /// UTF-8, for a value that may be text or the caller's: Swift takes equivalent text for equal.
    case spelling([UInt8])

    init<Value: Sendable & Spellable>(_ value: Value) {
        let type = Value.self as? any ComparedByValue.Type
        self =
            type?.numbers(of: value).map { .numbers($0) } ?? .spelling(Array(value.spelling.utf8))
    }

    var isSpelled: Bool { if case .spelling = self { true } else { false } }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .numbers(let numbers):
            // One word: the depth tells a value from none only, and sides of pictures are small.
            hasher.combine(numbers.first ^ numbers.second << 32)
        case .spelling(let bytes): bytes.hash(into: &hasher)
        }
    }
}

/// A small value as numbers.
private struct ValueNumbers: Hashable, Sendable {
    /// The number of optionals around the value, as far as they are set.
    var depth = 0
    var first = 0
    var second = 0
}

/// A type whose values are equal if and only if their numbers are.
private protocol ComparedByValue {
    var numbers: ValueNumbers { get }
}

extension ComparedByValue {
    static func numbers(of value: some Sendable) -> ValueNumbers? { (value as? Self)?.numbers }
}

extension Bool: ComparedByValue {
    fileprivate var numbers: ValueNumbers { ValueNumbers(first: self ? 1 : 0) }
}

extension Int: ComparedByValue {
    fileprivate var numbers: ValueNumbers { ValueNumbers(first: self) }
}

extension PixelSize: ComparedByValue {
    fileprivate var numbers: ValueNumbers { ValueNumbers(first: width, second: height) }
}

extension Fit: ComparedByValue {
    fileprivate var numbers: ValueNumbers {
        ValueNumbers(first: Self.allCases.firstIndex(of: self) ?? -1)
    }
}

extension Optional: ComparedByValue where Wrapped: ComparedByValue {
    fileprivate var numbers: ValueNumbers {
        // No key path: in a generic function the runtime makes it anew at each call.
        guard case .some(let value) = self else { return ValueNumbers() }
        var numbers = value.numbers
        numbers.depth += 1
        return numbers
    }
}
