#if Server
    import WebImage
    import WebImageURLs

    /// The reason why a request gets no picture.
    struct ServerFault: Error, Sendable {
        typealias Kind = AnswerFailure.Kind

        let kind: Kind
        /// One line for the client, as ``AnswerFailure/reason``.
        let reason: String
        /// One line for logs; without text of the client's address.
        let told: String
        /// The head of the origin's response, if there was one.
        var head: ResponseHead?

        /// - Parameter told: The reason for logs; nil for the same one.
        init(_ kind: Kind, _ reason: String, told: String? = nil, head: ResponseHead? = nil) {
            (self.kind, self.reason, self.told) = (kind, reason, told ?? reason)
            self.head = head
        }

        var failure: AnswerFailure { AnswerFailure(kind, reason) }

        init(_ fault: URLFault) {
            self.init(.address(fault.kind), fault.description, told: fault.told)
        }

        init(_ error: ImageError) {
            switch error {
            case .remembered(_, let cause): self.init(cause)
            case .input(_, let cause):
                self.init(Self.kind(ofInput: ServerFault(cause).kind), error.reason)
            case .request: self.init(.address(.source), error.reason)
            case .load(let failure):
                self.init(Self.kind(of: failure), failure.reason, head: failure.head)
            case .decode(let error): self.init(Self.kind(of: error), Self.words(of: error))
            case .encode(let error): self.init(Self.kind(ofEncoding: error), Self.words(of: error))
            case .transform(let failure):
                // Arguments may have the address of another picture.
                let name = failure.spelling.prefix { $0 != "(" }
                self.init(.broken, failure.description, told: "\(name): \(failure.reason)")
            case .cancelled: self.init(.gone, "cancelled")
            default: self.init(.server, error.description)
            }
        }

        /// Returns the reason of a codec in words for operators of a server.
        private static func words(of error: CodecError) -> String {
            guard error == .documentInProcess else { return error.description }
            return "svg: not supported: SVG is drawn in processes without rights alone, which "
                + "WEBIMAGE_SANDBOX turns off"
        }

        private static func kind(of failure: LoadFailure) -> Kind {
            switch failure.kind {
            case .refusedAddress: .refusedAddress
            case .status(206): .unreachable
            // A response that is rejected by its header fields has another status than it was sent
            // with.
            case .status(let code):
                (failure.originalHead?.status ?? code) == code ? .status(code) : .unreachable
            case .notModified: .notModified
            case .timedOut: .slowOrigin
            case .truncated: failure.head == nil ? .unreachable : .incomplete
            case .tooLarge: .tooLong
            case .cancelled: .gone
            case .changed, .recursion: .server
            default: .unreachable
            }
        }

        private static func kind(ofInput kind: Kind) -> Kind {
            switch kind {
            case .refusedAddress, .notModified, .format, .gone, .server: kind
            default: .input(isSlow: kind == .slowOrigin)
            }
        }

        private static func kind(of error: CodecError) -> Kind {
            switch error {
            case .unrecognized("zero bytes"): .empty
            case .unrecognized: .noPicture
            case .limit: .limit
            case .timedOut: .late
            case .cancelled: .gone
            case .workerEnded(_, let end) where !end.blamesBytes: .server
            default: .broken
            }
        }

        private static func kind(ofEncoding error: CodecError) -> Kind {
            switch error {
            case .noCodec, .unsupported, .missingLibrary: .format
            case .encoding(_, let reason) where reason.hasPrefix("no encoder"): .format
            case .limit, .timedOut, .cancelled: kind(of: error)
            default: .server
            }
        }

        /// `true` if the source was loaded, and no picture can be made of it.
        var isOfSource: Bool { [.noPicture, .limit, .broken].contains(kind) }

        /// `true` if another picture may stand in: the source itself is not to be had.
        var isOfDownload: Bool {
            switch kind {
            case .unreachable, .status, .slowOrigin, .incomplete, .noPicture, .empty, .tooLong: true
            default: false
            }
        }
    }
#endif
