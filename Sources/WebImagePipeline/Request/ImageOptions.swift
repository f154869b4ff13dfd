/// The options that are set, each by its type.
public struct ImageOptions: Sendable {
    private struct Entry: Sendable {
        let effect: OptionEffect
        let spelling: String
        let value: any Sendable
        let isDefault: Bool
    }

    private var entries: [String: Entry] = [:]

    /// No option is set.
    public init() {}

    /// The value of an option.
    ///
    /// Its default value names the same image as no value; set on a request, it takes the place of
    /// another one in the pipeline's `defaults`.
    public subscript<O: ImageOption>(_: O.Type) -> O.Value {
        get {
            // One after the other: an absent entry would be cast to the nil of an optional value.
            guard let entry = entries[O.name] else { return O.defaultValue }
            return entry.value as? O.Value ?? O.defaultValue
        }
        set {
            entries[O.name] = Entry(
                effect: O.effect, spelling: newValue.spelling, value: newValue,
                isDefault: newValue == O.defaultValue)
        }
    }

    /// `true` if the option has a value here, be it the default one.
    func sets<O: ImageOption>(_: O.Type) -> Bool { entries[O.name] != nil }

    /// These options, and those of `defaults` that are not set here.
    public func over(_ defaults: ImageOptions) -> ImageOptions {
        guard !defaults.entries.isEmpty else { return self }
        var merged = self
        merged.entries.merge(defaults.entries) { own, _ in own }
        return merged
    }

    /// `name=value` of all set options with one of the effects, sorted, separated by `;`.
    package func spelling(of effect: OptionEffect) -> String {
        guard !entries.isEmpty else { return "" }
        return entries.filter { $0.value.effect == effect && !$0.value.isDefault }
            .sorted { $0.key < $1.key }
            .map { "\($0.key.spelling)=\($0.value.spelling)" }
            .joined(separator: ";")
    }
}
