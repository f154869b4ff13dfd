public import WebImageCaching
import WebImagePixels

/// Why bytes did not arrive.
public struct LoadFailure: Error, Hashable, Sendable {
    /// What went wrong.
    @nonexhaustive
    public enum Kind: Hashable, Sendable {
        /// The host's name has no address.
        case hostNotFound
        /// Nothing listens there, or the network is unreachable.
        case connectionFailed
        /// The certificate or the handshake was refused.
        case tls
        /// No connection, no byte, too few bytes, or no end in time; the reason tells which.
        case timedOut
        /// The connection broke, or the body was shorter than announced.
        case truncated
        /// The body is longer than announced, or a part of the response is over its limit.
        case tooLarge
        /// The status is outside of the accepted set.
        case status(Int)
        /// The media type is outside of the accepted list; nil where the answer gives none.
        case mediaType(String?)
        /// Status 304 where nothing is cached that the origin could mean.
        case notModified
        /// A redirect that is not followed: too many, another scheme, no target.
        case redirect
        /// A first step named no URL that is followed: no UTF-8, no URL, another scheme, a circle.
        case unresolved
        /// The bytes on the wire are not HTTP.
        case malformed
        /// A scheme, port or address that the network policy refuses.
        case refusedAddress
        /// There is no such file.
        case fileNotFound
        /// A file is there but cannot be read.
        case fileUnreadable
        /// The load would wait for itself, or loads inside of each other are too many.
        case recursion
        /// What is loaded changed while it was being loaded.
        case changed
        /// The request itself cannot be served: no URL, a scheme without loader, a refused `file:`.
        case refusedRequest
        /// The caller is no longer interested.
        case cancelled
        /// Anything else a loader or interceptor reports.
        case other
    }

    /// What went wrong.
    public var kind: Kind
    /// One line: what was expected, what was found.
    ///
    /// Without query and secrets.
    public var reason: String
    /// The answer's head, if there was one.
    public var head: ResponseHead?
    /// That head as the origin sent it, where an interceptor may have rewritten it.
    public var originalHead: ResponseHead?

    /// A failure.
    ///
    /// - Parameter originalHead: The head as the origin sent it; nil if it is the same.
    public init(
        _ kind: Kind, _ reason: String, head: ResponseHead? = nil,
        originalHead: ResponseHead? = nil
    ) {
        self.kind = kind
        self.reason = reason
        self.head = head
        self.originalHead = originalHead ?? head
    }

    /// A failure of that answer.
    init(_ kind: Kind, _ reason: String, of answer: LoadedBody) {
        self.init(kind, reason, head: answer.head, originalHead: answer.originalHead)
    }

    /// The HTTP status that ended the load, if one did.
    public var status: Int? {
        switch kind {
        case .status(let code): code
        case .notModified: 304
        default: nil
        }
    }
}

/// An error that says by itself how a load failed, so that no step of the load replaces it.
package protocol LoadError: Error {
    /// The failure; nil for an error of a stage behind the load.
    var loadFailure: LoadFailure? { get }
}

extension LoadFailure: LoadError {
    /// The failure itself.
    package var loadFailure: LoadFailure? { self }
}

extension LoadFailure {
    /// The failure that an error tells; nil for others and for cancellation.
    init?(thrown error: any Error) {
        guard let failure = (error as? any LoadError)?.loadFailure else { return nil }
        self = failure
    }

    /// Checks that the system grants so many bytes now.
    ///
    /// - Throws: A failure of kind ``Kind/other`` if it does not.
    package static func requireMemory(_ byteCount: Int) throws(LoadFailure) {
        guard LargeMemory.hasRoom(byteCount: byteCount) else {
            throw LoadFailure(.other, "there is no memory for \(byteCount) bytes")
        }
    }
}
