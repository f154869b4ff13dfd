/// The choices of ``AnswerRules`` between two ways; a new value has the ways of this library's own
/// addresses.
public struct AnswerTraits: Hashable, Sendable {
    /// `true` if a client's tag and date are compared by the origin, which is asked then; `false`
    /// if the server compares the ones of its results.
    public var comparesAtOrigin = false
    /// `true` passes a source on as its origin answers, `false` if it was found and within bounds.
    ///
    /// With `true` failures have the origin's status, the type is the one that it states, and
    /// several ranges and any number of bytes pass; with `false` the type is the one that the bytes
    /// show.
    public var passesAnything = false
    /// `true` makes pictures of responses with status 200 or 206 alone, `false` of those with any
    /// 2xx.
    public var needsStatus200 = false
    /// `true` shows the fallback picture only for a source that is not to be had, `false` also for
    /// one that is there and cannot be shown.
    public var keepsBrokenSources = false
    /// The lifetime in seconds of the fallback picture; nil for the lifetime of other pictures.
    public var fallbackLifetime: Int? = 10
    /// `true` lets an address raise the server's most pixels, `false` only lower them.
    public var raisesPixels = true
    /// The name of an address's bound of pixels, for reasons.
    public var pixelBoundName = "the address's bound of pixels"
    /// The name of an address's bound of bytes, for reasons.
    public var byteBoundName = "the address's bound of bytes"
    /// `true` gives names of files that are not ASCII as `filename*`, too (RFC 8187).
    public var encodesFileNames = true
    /// `true` sends `Vary: Accept` for addresses that state a format, too.
    public var variesAlways = false
    /// `true` if the scheme of `Authorization: Bearer …` has to be written so.
    public var bearerHasCase = false

    /// Creates the choices of this library's own addresses.
    public init() {}
}

/// The conditions under which a client wants an answer (RFC 9110, section 13).
public struct AnswerConditions: Hashable, Sendable {
    /// The value of `If-None-Match`; nil for none.
    public var ifNoneMatch: String?
    /// The value of `If-Modified-Since`; nil for none.
    public var ifModifiedSince: String?

    /// Creates conditions.
    public init(ifNoneMatch: String? = nil, ifModifiedSince: String? = nil) {
        (self.ifNoneMatch, self.ifModifiedSince) = (ifNoneMatch, ifModifiedSince)
    }
}
