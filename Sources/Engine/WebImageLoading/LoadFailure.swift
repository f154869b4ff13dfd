public import WebImageCaching
import WebImagePixels
import WebImageRuntime

/// The reason for which bytes did not arrive.
public struct LoadFailure: Error, Hashable, Sendable {
    /// The kind of a failure.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The host's name has no address.
        case hostNotFound
        /// The host refuses connections, or the network is unreachable.
        case connectionFailed
        /// The certificate or the handshake was refused.
        case tls
        /// No connection, no byte, too few bytes, or no end in time; the reason says which.
        case timedOut
        /// The connection broke, or the body was shorter than announced.
        case truncated
        /// The body is longer than announced, or a part of the response is over its limit.
        case tooLarge
        /// The status is outside of the accepted set.
        case status(Int)
        /// The media type is outside of the accepted list; nil if the response has none.
        case mediaType(String?)
        /// Status 304 although no cached response can be confirmed.
        case notModified
        /// A redirect that is not followed: too many, another scheme, no target.
        case redirect
        /// A first step named no URL that is followed: no UTF-8, no URL, another scheme, a circle.
        case unresolved
        /// The received bytes are not HTTP.
        case malformed
        /// A scheme, port or address that the network policy refuses.
        case refusedAddress
        /// The file does not exist.
        case fileNotFound
        /// The file exists but cannot be read.
        case fileUnreadable
        /// The load would wait for itself, or loads inside of each other are too many.
        case recursion
        /// The content changed while it was being loaded.
        case changed
        /// The request itself cannot be served: no URL, a scheme without loader, a refused `file:`.
        case refusedRequest
        /// The caller cancelled the load.
        case cancelled
        /// Any other failure that a loader or interceptor reports.
        case other
    }

    /// The kind of the failure.
    public var kind: Kind
    /// One line: the expected and the found state, without query and secrets.
    public var reason: String
    /// The head of the response, if there was one.
    public var head: ResponseHead?
    /// The head as the origin sent it, if an interceptor may have rewritten it.
    public var originalHead: ResponseHead?

    /// Creates a failure.
    ///
    /// - Parameters:
    ///   - kind: The kind of the failure.
    ///   - reason: One line: the expected and the found state, without query and secrets.
    ///   - head: The head of the response, if there was one.
    ///   - originalHead: The head as the origin sent it; nil if it is the same.
    public init(
        _ kind: Kind, _ reason: String, head: ResponseHead? = nil,
        originalHead: ResponseHead? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.head = head
        self.originalHead = originalHead ?? head
    }

    package init(_ kind: Kind, _ reason: String, of response: LoadedBody) {
        self.init(kind, reason, head: response.head, originalHead: response.originalHead)
    }

    /// The HTTP status that ended the load, if any.
    public var status: Int? {
        switch kind {
        case .status(let code): code
        case .notModified: 304
        default: nil
        }
    }
}

/// An error that has the failure of a load, so that no step of the load replaces it.
package protocol LoadError: Error {
    /// The failure; nil for an error of a stage after the load.
    var loadFailure: LoadFailure? { get }
}

extension LoadFailure: LoadError {
    package var loadFailure: LoadFailure? { self }
}

extension LoadFailure {
    /// Creates the failure of an error; nil for other errors and for cancellation.
    package init?(thrown error: any Error) {
        guard let failure = (error as? any LoadError)?.loadFailure else { return nil }
        self = failure
    }

    /// Checks that the system grants that number of bytes now.
    ///
    /// - Throws: A failure of kind ``Kind/other`` if it does not.
    package static func requireMemory(_ byteCount: Int) throws(LoadFailure) {
        guard LargeMemory.hasRoom(byteCount: byteCount) else {
            throw LoadFailure(.other, "not enough memory for \(byteCount) bytes")
        }
    }
}

extension LoadFailure: WorkFailure {
    static let cancelled = LoadFailure(.cancelled, "cancelled")

    /// The failure of an interceptor that requests its own load from the pipeline.
    static let recursion = LoadFailure(
        .recursion,
        "the load would wait for itself: an interceptor requested its own image from the "
            + "pipeline; call `next` instead")
}

/// The number of loads that contain a task, through interceptors that load through the pipeline.
package enum LoadDepth {
    private static let max = 8
    @TaskLocal private static var depth = 0

    /// Refuses a load inside of too many.
    package static func check() throws(LoadFailure) {
        guard depth < max else {
            throw LoadFailure(
                .recursion,
                "interceptors nested more than \(max) loads of the pipeline")
        }
    }

    /// Runs a load one level deeper.
    package static func deeper<Result>(_ load: () async throws -> Result) async throws -> Result {
        try await $depth.withValue(depth + 1, operation: load)
    }
}
