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
    private struct Entry: Sendable {
        let type: ObjectIdentifier
        let name: String
        let effect: OptionEffect
        let isDefault: Bool
        /// Nil in keys for a value that is compared by its spelling.
        var value: (any Sendable & Spellable)?
        let comparison: ComparedValue

        var spelling: String {
            if case .spelling(let text) = comparison { text } else { value?.spelling ?? "" }
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
                    type: ObjectIdentifier(O.self), name: O.name, effect: O.effect,
                    isDefault: newValue == O.defaultValue, value: newValue,
                    comparison: ComparedValue(newValue)))
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

    /// Returns the options that are part of keys; of values of the caller's own types it keeps only
    /// their spelling.
    package func inKeys() -> ImageOptions {
        let isSmall = entries.indices.allSatisfy {
            isInKey($0) && !entries[$0].comparison.isSpelled
        }
        guard !isSmall else { return self }
        var kept = ImageOptions()
        for index in entries.indices where isInKey(index) {
            var entry = entries[index]
            if entry.comparison.isSpelled { entry.value = nil }
            kept.entries.append(entry)
        }
        return kept
    }

    /// Returns `name=value` of all set options with the effect, sorted, separated by `;`.
    package func spelling(of effect: OptionEffect) -> String {
        entries.indices.filter { isInKey($0, effect) }
            .map { "\(entries[$0].name.spelling)=\(entries[$0].spelling)" }
            .joined(separator: ";")
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
    private func isInKey(_ index: Int, _ effect: OptionEffect? = nil) -> Bool {
        guard !entries[index].isDefault else { return false }
        return effect.map { entries[index].effect == $0 } ?? (entries[index].effect != .delivery)
    }
}

// Keys.
extension ImageOptions {
    /// Hashes the options that are in keys of an effect, or in any.
    package func hash(_ effect: OptionEffect? = nil, into hasher: inout Hasher) {
        for index in entries.indices where isInKey(index, effect) {
            hasher.combine(entries[index].type)
            entries[index].comparison.hash(into: &hasher)
        }
    }

    /// `true` if the other options have the same ``spelling(of:)``, for an effect or for any.
    package func isEqual(to other: ImageOptions, _ effect: OptionEffect? = nil) -> Bool {
        var (place, otherPlace) = (0, 0)
        while true {
            while place < entries.count, !isInKey(place, effect) { place += 1 }
            while otherPlace < other.entries.count, !other.isInKey(otherPlace, effect) {
                otherPlace += 1
            }
            guard place < entries.count, otherPlace < other.entries.count else {
                return place == entries.count && otherPlace == other.entries.count
            }
            guard entries[place].type == other.entries[otherPlace].type,
                entries[place].comparison == other.entries[otherPlace].comparison
            else { return false }
            place += 1
            otherPlace += 1
        }
    }
}

/// The part of an option's value that keys compare: equal if and only if the spellings are.
private enum ComparedValue: Hashable, Sendable {
    case numbers(ValueNumbers)
    /// Of a value that may be text or come from the caller.
    case spelling(String)

    init<Value: Sendable & Spellable>(_ value: Value) {
        let type = Value.self as? any ComparedByValue.Type
        self = type?.numbers(of: value).map { .numbers($0) } ?? .spelling(value.spelling)
    }

    var isSpelled: Bool { if case .spelling = self { true } else { false } }

    static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.numbers(let numbers), .numbers(let other)): numbers == other
        case (.spelling(let text), .spelling(let other)): text.hasBytes(of: other)
        default: false
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .numbers(let numbers):
            // The depth tells a value from none only.
            hasher.combine(numbers.first)
            hasher.combine(numbers.second)
        case .spelling(let text): text.hashBytes(into: &hasher)
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
