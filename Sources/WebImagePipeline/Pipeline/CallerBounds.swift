/// What one caller bounds, apart from the others that wait for the same.
final class CallerBounds: Sendable {
    /// How long it waits.
    let timeout: Duration?
    /// How long a body it takes.
    let body: BodyBound?

    /// The bounds of a request; nil where nothing ends its caller's wait but the result and the task.
    @inline(never) init?(_ prepared: PreparedRequest) {
        timeout = prepared.timeout
        body = BodyBound(prepared.options[MaxBodyBytes.self])
        if timeout == nil, body == nil, prepared.control == nil { return nil }
    }
}
