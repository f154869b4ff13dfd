#if Server
    import FoundationEssentials
    import WebImage
    import WebImageServerPage
    public import WebImageURLs

    /// The answers of thumbor's addresses: a tag of the result, one lifetime for all, errors in a
    /// few words.
    public struct ThumborAnswers: AnswerRules {
        /// The lifetime in seconds where an address states none; 0 for none.
        public var lifetime = 86_400
        /// `true` sends the tag of the result.
        package var tellsTags = true
        /// `true` sends the date of the last change.
        package var tellsDates = false

        /// Creates rules with thumbor's values.
        public init() {}

        /// The word `thumbor`.
        public var name: String { "thumbor" }
        /// thumbor's own word.
        public var health: String { "WORKING" }
        /// thumbor's own path, too.
        public var healthPaths: [String] { ["/health", "/healthcheck"] }
        /// The form of its addresses.
        public var form: AddressForm? { .thumbor }
        /// Sources pass as they come, and addresses do not raise bounds.
        public var traits: AnswerTraits {
            var traits = AnswerTraits()
            traits.passesAnything = true
            traits.needsStatus200 = true
            traits.keepsBrokenSources = true
            traits.fallbackLifetime = nil
            traits.raisesPixels = false
            traits.pixelBoundName = "THUMBOR_MAX_PIXELS"
            traits.encodesFileNames = false
            return traits
        }

        /// The sizes of source and target, as `/meta` has them.
        public func description(of info: AnsweredInfo) -> String? {
            let sides = { (size: (width: Int, height: Int)) in
                [("width", String(size.width)), ("height", String(size.height))]
            }
            let source =
                [("url", JSONText.string(info.source))] + sides(info.size)
                + [("frameCount", String(info.frameCount))]
            let members = [
                ("source", JSONText.object(source)), ("operations", "[]"),
                ("target", JSONText.object(sides(info.resultSize))),
            ]
            return JSONText.object([("thumbor", JSONText.object(members))])
        }
    }

    // Failures.
    extension ThumborAnswers {
        /// thumbor's status, and the kind of failure in a few words.
        public func answer(to failure: AnswerFailure) -> FailureAnswer {
            FailureAnswer(status: status(of: failure.kind), text: failure.title)
        }

        private func status(of kind: AnswerFailure.Kind) -> Int {
            switch kind {
            case .notModified: 304
            case .malformed, .route, .address, .refusedAddress: 400
            case .noPicture, .tooLong, .limit, .broken, .format: 400
            case .secret: 403
            case .unreachable, .status, .incomplete: 404
            case .method: 405
            case .full: 429
            case .gone: 499
            case .server: 500
            case .empty: 502
            case .late: 503
            case .slowOrigin: 504
            case .input(let isSlow): isSlow ? 504 : 502
            }
        }
    }

    // Lifetimes, tags and dates.
    extension ThumborAnswers {
        /// Tag, lifetime and end, and the date if the settings say so.
        public func fields(of picture: AnsweredPicture) -> [AnswerField] {
            var fields = tellsTags ? [AnswerField("ETag", shown(picture))] : []
            fields += self.fields(of: picture.source)
            if tellsDates, let date = picture.lastModified {
                fields.append(AnswerField("Last-Modified", date))
            }
            return fields
        }

        /// Lifetime and end.
        public func fields(of source: AnsweredSource) -> [AnswerField] {
            let seconds = source.lifetime ?? lifetime
            guard seconds > 0 else { return [] }
            let end = Date(timeIntervalSince1970: Double(source.now) + Double(seconds))
            return [
                AnswerField("Cache-Control", "max-age=\(seconds),public"),
                AnswerField("Expires", HTTPDate.text(of: end)),
            ]
        }

        /// A tag of 40 digits.
        public func tag(of picture: AnsweredPicture) -> String? { shown(picture) }

        /// The conditions on the tags and dates that the settings send.
        public func conditions(of client: AnswerConditions) -> AnswerConditions {
            AnswerConditions(
                ifNoneMatch: tellsTags ? client.ifNoneMatch : nil,
                ifModifiedSince: tellsDates ? client.ifModifiedSince : nil)
        }

        /// Returns a tag of 40 digits, of which the last ones are the number of bytes.
        private func shown(_ picture: AnsweredPicture) -> String {
            let digits = String(UInt32(truncatingIfNeeded: picture.byteCount), radix: 16)
            let zeros = String(repeating: "0", count: 8 - digits.count)
            return "\"\(picture.tag.filter { $0 != "\"" }.prefix(32))\(zeros)\(digits)\""
        }
    }

    extension AddressForm {
        /// That of thumbor's addresses, which pass no source on.
        static let thumbor = AddressForm(
            name: "thumbor", addresses: "addresses of thumbor",
            fields: PageText.thumborFields, script: PageText.thumborScript,
            keyHint: "the key as text", effects: "blur(3);grayscale()",
            original: "encoded anew, in its own size", hasLocalSources: false)
    }
#endif
