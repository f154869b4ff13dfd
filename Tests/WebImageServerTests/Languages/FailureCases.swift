#if Server
    import WebImageURLs

    /// The kinds of failures, and the statuses of languages.
    enum FailureCases {
        /// One of each kind, in the order of the statuses.
        static let kinds: [AnswerFailure.Kind] = [
            .notModified, .malformed, .route, .method, .secret, .address(.path),
            .address(.signature), .address(.option), .address(.forbiddenOption),
            .address(.expired), .address(.source), .address(.forbiddenSource), .refusedAddress,
            .unreachable, .status(404), .status(499), .status(500), .status(599), .status(302),
            .status(600), .slowOrigin, .incomplete, .input(isSlow: true), .input(isSlow: false),
            .noPicture, .empty, .tooLong, .limit, .broken, .format, .full(retryAfter: 3), .gone,
            .late, .server,
        ]

        static func statuses(of rules: any AnswerRules) -> [Int] {
            kinds.map { rules.answer(to: AnswerFailure($0, "a reason")).status }
        }

        static func text(_ kind: AnswerFailure.Kind, _ rules: any AnswerRules) -> String {
            rules.answer(to: AnswerFailure(kind, "a reason")).text
        }
    }

    extension [AnswerField] {
        subscript(name: String) -> String? { first { $0.name == name }?.value }
    }
#endif
