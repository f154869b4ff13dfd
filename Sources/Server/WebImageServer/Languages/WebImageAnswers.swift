#if Server
    import WebImage
    import WebImageServerPage
    public import WebImageURLs

    /// The answers of this library's own addresses: a strong tag of the result, the origin's
    /// lifetime within bounds, errors as JSON (RFC 9457).
    public struct WebImageAnswers: AnswerRules {
        /// The longest lifetime in seconds.
        public var lifetime = 31_536_000
        /// The shortest lifetime in seconds, for answers that caches may keep.
        public var leastLifetime = 60
        /// The lifetime in seconds of pictures whose origin states none.
        public var usualLifetime = 3_600
        /// The seconds for which a stale answer may be used while it is renewed.
        public var staleWhileRevalidate = 86_400
        /// The seconds for which a stale answer may be used while the server fails.
        public var staleIfError = 86_400

        /// Creates rules with the documented values.
        public init() {}

        /// The word `webimage`.
        public var name: String { "webimage" }
        /// A sentence with the name of the server.
        public var health: String { "webimage-server is running" }
        /// The form of its addresses.
        public var form: AddressForm? { .webImage }
        /// Those of a new value, with the names of options.
        public var traits: AnswerTraits {
            var traits = AnswerTraits()
            traits.pixelBoundName = "the address's max-pixels"
            traits.byteBoundName = "the address's max-source-bytes"
            return traits
        }

        /// The field by which pages that are isolated from other sites (COEP) show pictures.
        public var commonFields: [AnswerField] {
            [AnswerField("Cross-Origin-Resource-Policy", "cross-origin")]
        }

        /// The stated one, or ``lifetime`` if that is shorter.
        public func lifetime(stated seconds: Int) -> Int { min(seconds, lifetime) }
    }

    // Failures.
    extension WebImageAnswers {
        /// A problem in JSON (RFC 9457), with the reason where it is one of the request itself.
        public func answer(to failure: AnswerFailure) -> FailureAnswer {
            let status = status(of: failure.kind)
            let title = failure.kind == .method ? "Method not allowed" : failure.title
            var members = [("title", JSONText.string(title)), ("status", String(status))]
            if let detail = detail(of: failure) {
                members.append(("detail", JSONText.string(detail)))
            }
            // Caches may keep an error for as long as a client that asks again should wait.
            let control = status < 500 && status != 429 ? "max-age=10" : "no-store"
            return FailureAnswer(
                status: status,
                fields: [
                    AnswerField("Cache-Control", control),
                    AnswerField("Content-Type", "application/problem+json"),
                ],
                text: JSONText.object(members))
        }

        /// Returns the reason that a client may read: the one of its own request.
        private func detail(of failure: AnswerFailure) -> String? {
            switch failure.kind {
            case .malformed, .route, .method, .secret, .full: failure.reason
            case .address, .tooLong, .limit, .noPicture, .broken, .format: failure.reason
            // The reason names the address behind a name, which may be one of a private network.
            case .refusedAddress: "the host of the source is not allowed"
            case .unreachable, .status, .slowOrigin, .incomplete, .input, .empty: nil
            case .late, .gone, .notModified, .server: nil
            }
        }

        private func status(of kind: AnswerFailure.Kind) -> Int {
            switch kind {
            case .notModified: 304
            case .malformed: 400
            case .secret, .refusedAddress: 403
            case .route: 404
            case .method: 405
            case .address(let kind):
                switch kind {
                case .path, .source, .option: 400
                case .signature, .forbiddenOption, .forbiddenSource: 403
                case .expired: 410
                }
            case .noPicture, .empty, .tooLong, .limit, .broken, .format: 422
            case .full: 429
            case .gone: 499
            case .server: 500
            case .status(let code): (400...499).contains(code) ? code : 502
            case .unreachable, .incomplete: 502
            case .late: 503
            case .slowOrigin: 504
            case .input(let isSlow): isSlow ? 504 : 502
            }
        }
    }

    // Lifetimes.
    extension WebImageAnswers {
        /// Tag, date and age, and the origin's lifetime within bounds.
        public func fields(of picture: AnsweredPicture) -> [AnswerField] {
            var fields = [AnswerField("ETag", picture.tag)]
            if let date = picture.lastModified { fields.append(AnswerField("Last-Modified", date)) }
            if let age = picture.age { fields.append(AnswerField("Age", String(age))) }
            return fields + [AnswerField("Cache-Control", control(of: picture))]
        }

        /// The origin's tag and date, and its directives unless the address states a lifetime.
        public func fields(of source: AnsweredSource) -> [AnswerField] {
            [AnswerField("Cache-Control", control(of: source))] + source.validators
        }

        /// Returns the origin's lifetime within bounds.
        private func control(of picture: AnsweredPicture) -> String {
            let names = Self.names(of: picture.directives)
            if names.contains("no-store") { return "no-store" }
            if names.contains("no-cache") { return "no-cache" }
            let seconds = picture.freshness.map { min(max($0, 0), 1_000_000_000) } ?? usualLifetime
            var bounded = min(max(seconds, leastLifetime), max(lifetime, leastLifetime))
            let most = picture.source.lifetime
            if let most { bounded = min(bounded, most) }
            let audience = names.contains("private") ? "private" : "public"
            let control = "\(audience), max-age=\((picture.age ?? 0) + bounded)"
            if !names.isDisjoint(with: ["must-revalidate", "proxy-revalidate"]) {
                return control + ", must-revalidate"
            }
            // Nothing is used after the end that an address states.
            guard most == nil else { return control }
            return control
                + ", stale-while-revalidate=\(staleWhileRevalidate), stale-if-error=\(staleIfError)"
        }

        private func control(of source: AnsweredSource) -> String {
            let stated = source.fields["cache-control"]
            let names = Self.names(of: stated ?? "")
            if names.contains("no-store") { return "no-store" }
            guard let lifetime = source.lifetime else {
                return stated ?? "public, max-age=\(usualLifetime)"
            }
            return "\(names.contains("private") ? "private" : "public"), max-age=\(lifetime)"
        }

        /// Returns the names of directives, in lower case.
        private static func names(of directives: String) -> Set<String> {
            Set(
                CacheDirectives.split(directives).map { directive in
                    directive.prefix { $0 != "=" }.filter { !$0.isWhitespace }.lowercased()
                })
        }
    }

    extension AddressForm {
        /// That of the library's own addresses.
        static let webImage = AddressForm(
            name: "webimage", addresses: "the server’s own addresses",
            fields: PageText.webImageFields, script: PageText.webImageScript,
            keyHint: "hexadecimal digits", effects: "blur(3);sharpen(1)")
    }
#endif
