/// An attribute that one interceptor sets on a load for another, or for itself after a redirect.
///
/// Attributes travel with the ``LoadRequest`` only: they are part of no key and never sent.
public protocol LoadAttribute: Sendable {
    /// The type of the value.
    associatedtype Value: Sendable
    /// The value unless one was set.
    static var defaultValue: Value { get }
}

/// The attributes of one load, each by its type.
public struct LoadAttributes: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    package init() {}

    /// The value of an attribute.
    public subscript<A: LoadAttribute>(_: A.Type) -> A.Value {
        get { values[ObjectIdentifier(A.self)] as? A.Value ?? A.defaultValue }
        set { values[ObjectIdentifier(A.self)] = newValue }
    }
}

/// The function that receives durations of exchanges' parts; nil outside of a pipeline.
package enum TimingListener: LoadAttribute {
    package static let defaultValue: (@Sendable (_ stage: String, Duration) -> Void)? = nil
}

/// The function that receives progress; nil outside of a pipeline.
package enum ProgressListener: LoadAttribute {
    package static let defaultValue: (@Sendable (LoadProgress) -> Void)? = nil
}

/// The begin or the end of a first step.
package enum FirstStepEvent: Sendable {
    case began
    /// The error is `nil` if the step named a URL.
    case ended((any Error)?)
}

/// The function of a ``LoadRequest`` that is called for events of first steps.
package enum FirstStepListener: LoadAttribute {
    package static let defaultValue: (@Sendable (FirstStepEvent) -> Void)? = nil
}
