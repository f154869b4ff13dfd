#if Server
    package import FoundationEssentials
    import WebImage

    /// The rules of statuses, lifetimes and tags, which differ by the server whose addresses are read.
    public struct AnswerRules: Sendable {
        /// The server whose rules these are.
        package enum Manner: Sendable {
            /// Those of this library: strong tags of results, lifetimes of origins within bounds.
            case webImage
            /// Those of imgproxy: tags of origins, one lifetime for all.
            case imgproxy
            /// Those of thumbor: tags of results, one lifetime for all.
            case thumbor
        }

        /// The rules of this library: a strong tag of the result, the origin's lifetime within bounds, errors
        /// as JSON (RFC 9457).
        public static let webImage = AnswerRules(.webImage)
        /// The rules of imgproxy: the origin's tag, one lifetime, errors in a few words.
        public static let imgproxy = AnswerRules(.imgproxy)
        /// The rules of thumbor: a tag of the result, one lifetime of a day, errors in a few words.
        public static let thumbor = AnswerRules(.thumbor, lifetime: 86_400)

        /// The server whose rules these are.
        package let manner: Manner
        /// The lifetime of responses in seconds; by the rules of this library the longest one.
        public var lifetime: Int
        /// The shortest lifetime in seconds, for responses that caches may keep.
        public var leastLifetime = 60
        /// The lifetime in seconds of pictures whose origin states none.
        public var usualLifetime = 3_600
        /// The seconds for which a stale response may be used while it is renewed.
        public var staleWhileRevalidate = 86_400
        /// The seconds for which a stale response may be used while the server fails.
        public var staleIfError = 86_400

        /// `true` passes the origin's `Cache-Control` on.
        package var passesCacheControl = false
        /// `true` tells the origin's tag.
        package var tellsTags = true
        /// The text that makes former tags void; nil for none.
        package var tagBuster: String?
        /// `true` tells the date of the last change.
        package var tellsDates = true
        /// The earliest date of a last change; nil for none.
        package var dateBuster: Date?
        /// `true` tells clients the reasons of errors.
        package var tellsReasons = false

        private init(_ manner: Manner, lifetime: Int = 31_536_000) {
            (self.manner, self.lifetime) = (manner, lifetime)
        }
    }
#endif
