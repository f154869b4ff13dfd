/// The reason why a request gets no picture, for the answer to it.
public struct AnswerFailure: Hashable, Sendable {
    /// The kind of failure, by which rules choose a status and a text.
    public enum Kind: Hashable, Sendable {
        /// The request breaks the rules of HTTP.
        case malformed
        /// No such path.
        case route
        /// Another method than GET, HEAD and OPTIONS.
        case method
        /// The secret is missing or wrong.
        case secret
        /// The address, as its grammar says.
        case address(URLFault.Kind)
        /// The source cannot be reached.
        case unreachable
        /// The address of the source is refused.
        case refusedAddress
        /// The origin answered with another status than 200.
        case status(Int)
        /// The origin is too slow.
        case slowOrigin
        /// The origin's body is shorter than announced.
        case incomplete
        /// A picture besides the source, such as a watermark, is not to be had.
        case input(isSlow: Bool)
        /// The source is no picture.
        case noPicture
        /// The source is empty.
        case empty
        /// The source has too many bytes.
        case tooLong
        /// The source has too many pixels or frames.
        case limit
        /// The source is damaged, or has a feature that is not supported.
        case broken
        /// The format of the result cannot be written.
        case format
        /// The deadline has passed.
        case late
        /// The client has left.
        case gone
        /// All places to wait are taken; the seconds are those until one may be free.
        case full(retryAfter: Int)
        /// The origin confirms what the client has.
        case notModified
        /// A fault of the server.
        case server
    }

    /// The kind of failure.
    public var kind: Kind
    /// The reason in one line, without queries and secrets of the server; it may name an address of
    /// a private network.
    public var reason: String

    /// Creates a failure.
    public init(_ kind: Kind, _ reason: String) { (self.kind, self.reason) = (kind, reason) }

    /// The kind in two or three words, such as `Source is unreachable`.
    public var title: String {
        switch kind {
        case .malformed: "Bad request"
        case .route, .method: "Not found"
        case .secret, .address(.signature): "Forbidden"
        case .address(.forbiddenSource), .refusedAddress: "Invalid source URL"
        case .address, .format: "Invalid URL"
        case .unreachable, .status: "Source is unreachable"
        case .slowOrigin: "Source is too slow"
        case .input: "Watermark is unreachable"
        case .incomplete: "Source response is incomplete"
        case .noPicture, .tooLong, .limit, .empty: "Invalid source image"
        case .broken: "Broken or unsupported image"
        case .late: "Timeout"
        case .gone: "Cancelled"
        case .full: "Too many requests"
        case .notModified: "Not modified"
        case .server: "Internal error"
        }
    }
}
