#if Server
    package import FoundationEssentials
    import WebImage
    import WebImageServerPage
    public import WebImageURLs

    /// The answers of imgproxy's addresses: the origin's tag, one lifetime for all, errors in a few
    /// words.
    public struct ImgproxyAnswers: AnswerRules {
        /// The lifetime in seconds, which an address may shorten; 0 for none.
        public var lifetime = 31_536_000
        /// `true` passes the origin's `Cache-Control` on.
        package var passesCacheControl = false
        /// `true` sends the origin's tag.
        package var tellsTags = true
        /// The text that makes former tags void; nil for none.
        package var tagBuster: String?
        /// `true` sends the date of the last change.
        package var tellsDates = true
        /// The earliest date of a last change; nil for none.
        package var dateBuster: Date?
        /// `true` sends clients the reasons of errors.
        package var tellsReasons = false

        /// Creates rules with imgproxy's values.
        public init() {}

        /// The word `imgproxy`.
        public var name: String { "imgproxy" }
        /// imgproxy's own sentence.
        public var health: String { "imgproxy is running" }
        /// The form of its addresses.
        public var form: AddressForm? { .imgproxy }
        /// Tags are compared at the origin, and sources pass as they come.
        public var traits: AnswerTraits {
            var traits = AnswerTraits()
            traits.comparesAtOrigin = true
            traits.passesAnything = true
            traits.needsStatus200 = true
            traits.keepsBrokenSources = true
            traits.fallbackLifetime = nil
            traits.pixelBoundName = "the address's msr"
            traits.byteBoundName = "the address's msfs"
            traits.encodesFileNames = false
            traits.variesAlways = true
            traits.bearerHasCase = true
            return traits
        }

        /// The stated one, or ``lifetime`` if that is shorter.
        public func lifetime(stated seconds: Int) -> Int { min(seconds, lifetime) }
    }

    // Failures.
    extension ImgproxyAnswers {
        /// imgproxy's status, and the kind of failure in a few words.
        public func answer(to failure: AnswerFailure) -> FailureAnswer {
            FailureAnswer(
                status: status(of: failure.kind),
                text: tellsReasons ? "\(failure.title): \(failure.reason)" : failure.title)
        }

        private func status(of kind: AnswerFailure.Kind) -> Int {
            switch kind {
            case .notModified: 304
            case .malformed: 400
            case .secret, .address(.signature), .address(.forbiddenOption): 403
            case .address, .route, .method, .refusedAddress, .unreachable: 404
            case .status(let code):
                switch code {
                case 400...499: code
                case 500...599: 502
                default: 404
                }
            case .noPicture, .empty, .incomplete, .tooLong, .limit, .broken, .format: 422
            case .full: 429
            case .gone: 499
            case .server: 500
            case .late: 503
            case .slowOrigin: 504
            case .input(let isSlow): isSlow ? 504 : 502
            }
        }
    }

    // Lifetimes, tags and dates, which are the origin's.
    extension ImgproxyAnswers {
        /// Those of its source.
        public func fields(of picture: AnsweredPicture) -> [AnswerField] {
            fields(of: picture.source)
        }

        /// One lifetime for all, and the origin's tag and date.
        public func fields(of source: AnsweredSource) -> [AnswerField] {
            let now = Date(timeIntervalSince1970: Double(source.now))
            var fields = [AnswerField("Cache-Control", control(of: source, at: now))]
            if tellsTags, let tag = source.fields["etag"] {
                fields.append(AnswerField("ETag", busted(tag)))
            }
            guard tellsDates, let text = source.fields["last-modified"],
                let date = HTTPDate.parse(text, now: now)
            else { return fields }
            let shown = dateBuster.map { max($0, date) } ?? date
            let value = shown == date ? text : HTTPDate.text(of: shown)
            return fields + [AnswerField("Last-Modified", value)]
        }

        /// The origin's.
        public func tag(of picture: AnsweredPicture) -> String? { picture.source.fields["etag"] }

        /// The tags without the text that the server adds; a date only from the server's own on.
        public func conditions(of client: AnswerConditions) -> AnswerConditions {
            var conditions = AnswerConditions()
            if tellsTags, let tag = client.ifNoneMatch {
                let own = EntityTags(tag).tags.compactMap(unbusted)
                guard !own.isEmpty else { return conditions }
                conditions.ifNoneMatch = own.joined(separator: ", ")
            }
            guard tellsDates, let text = client.ifModifiedSince else { return conditions }
            if let dateBuster {
                let date = HTTPDate.parse(text, now: Date())
                guard let date, date >= dateBuster else { return conditions }
            }
            conditions.ifModifiedSince = text
            return conditions
        }

        private func control(of source: AnsweredSource, at now: Date) -> String {
            if let lifetime = source.lifetime, lifetime > 0 { return "max-age=\(lifetime), public" }
            if passesCacheControl {
                if let control = source.fields["cache-control"] { return control }
                if let date = source.fields["expires"].flatMap({ HTTPDate.parse($0, now: now) }),
                    date > now
                {
                    return "max-age=\(Int(date.timeIntervalSince(now).rounded())), public"
                }
            }
            return lifetime > 0 ? "max-age=\(lifetime), public" : "no-cache"
        }

        /// Returns the origin's tag, with the text that makes former ones void.
        private func busted(_ tag: String) -> String {
            guard let tagBuster else { return tag }
            return "\"\(tagBuster)/\(Base64URL.encode(Array(tag.utf8)))\""
        }

        /// Returns the origin's tag of one with the text; nil for any other one.
        private func unbusted(_ tag: String) -> String? {
            guard let tagBuster else { return tag }
            guard tag.hasPrefix("\"\(tagBuster)/"), tag.hasSuffix("\""), tag.utf8.count > 3 else {
                return nil
            }
            let digits = tag.dropFirst(tagBuster.count + 2).dropLast()
            return Base64URL.text(digits)
        }
    }

    extension AddressForm {
        /// That of imgproxy's addresses.
        static let imgproxy = AddressForm(
            name: "imgproxy", addresses: "addresses of imgproxy",
            fields: PageText.imgproxyFields, script: PageText.imgproxyScript,
            keyHint: "key and salt in hexadecimal digits", effects: "blur:3;sharpen:1")
    }
#endif
