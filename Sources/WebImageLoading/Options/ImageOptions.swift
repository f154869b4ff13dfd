import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

/// The options that are set, each by its type.
public struct ImageOptions: Sendable {
    private struct Entry: Sendable {
        let type: ObjectIdentifier
        let name: String
        let effect: OptionEffect
        let isDefault: Bool
        var setting: any Setting
    }

    /// The options by name.
    ///
    /// An array, since a request sets few of them: it is searched faster than a dictionary.
    private var entries: [Entry] = []

    /// No option is set.
    public init() {}

    /// The value of an option.
    ///
    /// Its default value names the same image as no value; set on a request, it takes the place of
    /// another one in the pipeline's `defaults`.
    public subscript<O: ImageOption>(_: O.Type) -> O.Value {
        // Inlined, so that the compiler of another module knows the option's type: a look at ten
        // options took 9,000 instructions without.
        @inlinable get {
            guard let value = value(of: ObjectIdentifier(O.self)) else { return O.defaultValue }
            return value as? O.Value ?? O.defaultValue
        }
        set {
            insert(
                Entry(
                    type: ObjectIdentifier(O.self), name: O.name, effect: O.effect,
                    isDefault: newValue == O.defaultValue, setting: SetValue<O>(newValue)))
        }
    }

    /// `true` if no option is set.
    package var isEmpty: Bool { entries.isEmpty }

    /// `true` if the option has a value here, be it the default one.
    package func sets<O: ImageOption>(_: O.Type) -> Bool {
        value(of: ObjectIdentifier(O.self)) != nil
    }

    /// These options, and those of `defaults` that are not set here.
    public func over(_ defaults: ImageOptions) -> ImageOptions {
        guard !defaults.entries.isEmpty else { return self }
        var merged = defaults
        for entry in entries { merged.insert(entry) }
        return merged
    }

    /// The options that keys name; a key keeps no others, and of values of the caller's own types
    /// their spelling only.
    package func inKeys() -> ImageOptions {
        func isNamed(_ index: Int) -> Bool { isInKey(index, .bytes) || isInKey(index, .pixels) }
        let isSmall = entries.indices.allSatisfy {
            isNamed($0) && entries[$0].setting.isComparedByValue
        }
        guard !isSmall else { return self }
        var kept = ImageOptions()
        for index in entries.indices where isNamed(index) {
            var entry = entries[index]
            if !entry.setting.isComparedByValue {
                entry.setting = SpelledValue(spelling: entry.setting.spelling)
            }
            kept.entries.append(entry)
        }
        return kept
    }

    /// `name=value` of all set options with one of the effects, sorted, separated by `;`.
    package func spelling(of effect: OptionEffect) -> String {
        entries.indices.filter { isInKey($0, effect) }
            .map { "\(entries[$0].name.spelling)=\(entries[$0].setting.spelling)" }
            .joined(separator: ";")
    }

    /// The value of the option of that type; nil if it is not set.
    @usableFromInline func value(of type: ObjectIdentifier) -> (any Sendable)? {
        entries.first { $0.type == type }?.setting.anyValue
    }

    private mutating func insert(_ entry: Entry) {
        let place = entries.firstIndex { $0.name >= entry.name } ?? entries.endIndex
        if place < entries.endIndex, entries[place].name == entry.name {
            entries[place] = entry
        } else {
            entries.insert(entry, at: place)
        }
    }

    private func isInKey(_ index: Int, _ effect: OptionEffect) -> Bool {
        entries[index].effect == effect && !entries[index].isDefault
    }
}

// Keys.
extension ImageOptions {
    /// Hashes the options that ``spelling(of:)`` tells.
    package func hash(_ effect: OptionEffect, into hasher: inout Hasher) {
        for index in entries.indices where isInKey(index, effect) {
            hasher.combine(entries[index].type)
            entries[index].setting.hash(into: &hasher)
        }
    }

    /// `true` if the other options have the same ``spelling(of:)``.
    package func isEqual(to other: ImageOptions, _ effect: OptionEffect) -> Bool {
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
                entries[place].setting.isEqual(to: other.entries[otherPlace].setting)
            else { return false }
            place += 1
            otherPlace += 1
        }
    }
}

/// The value of an option whose type is not known here.
private protocol Setting: Sendable {
    var anyValue: any Sendable { get }
    var spelling: String { get }
    var isComparedByValue: Bool { get }
    func hash(into hasher: inout Hasher)
    func isEqual(to other: any Setting) -> Bool
}

private struct SetValue<O: ImageOption>: Setting {
    let value: O.Value
    /// The spelling of a value that is compared by it.
    private let text: String?

    init(_ value: O.Value) {
        self.value = value
        text = O.Value.self is any ComparedByValue.Type ? nil : value.spelling
    }

    var anyValue: any Sendable { value }
    var spelling: String { text ?? value.spelling }
    var isComparedByValue: Bool { text == nil }

    func hash(into hasher: inout Hasher) {
        if let text { text.hashBytes(into: &hasher) } else { hasher.combine(value) }
    }

    func isEqual(to other: any Setting) -> Bool {
        guard let other = other as? Self else { return false }
        guard let text, let otherText = other.text else { return value == other.value }
        return text.hasBytes(of: otherText)
    }
}

/// A value that a key keeps as its spelling.
private struct SpelledValue: Setting {
    let spelling: String
    var anyValue: any Sendable { spelling }
    var isComparedByValue: Bool { false }

    func hash(into hasher: inout Hasher) { spelling.hashBytes(into: &hasher) }

    func isEqual(to other: any Setting) -> Bool {
        (other as? SpelledValue).map { spelling.hasBytes(of: $0.spelling) } ?? false
    }
}

/// A type whose values are equal if and only if their spellings are the same bytes.
///
/// Values of other types, which may be text or come from the caller, are compared by their spelling.
private protocol ComparedByValue {}

extension Bool: ComparedByValue {}
extension Int: ComparedByValue {}
extension PixelSize: ComparedByValue {}
extension Fit: ComparedByValue {}
extension Optional: ComparedByValue where Wrapped: ComparedByValue {}
