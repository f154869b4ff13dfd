/// A note that one interceptor leaves on a load for another, or for itself behind a redirect.
///
/// Attributes travel with the ``LoadRequest`` only: they are in no key and never sent.
public protocol LoadAttribute: Sendable {
    /// The type of the note.
    associatedtype Value: Sendable
    /// The value where none was noted.
    static var defaultValue: Value { get }
}

/// The notes on one load, each by its type.
public struct LoadAttributes: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Nothing is noted.
    public init() {}

    /// The value of a note.
    public subscript<A: LoadAttribute>(_: A.Type) -> A.Value {
        get { values[ObjectIdentifier(A.self)] as? A.Value ?? A.defaultValue }
        set { values[ObjectIdentifier(A.self)] = newValue }
    }
}
