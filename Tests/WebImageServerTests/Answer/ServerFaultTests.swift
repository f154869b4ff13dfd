#if Server
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The kinds of failures that loads end with.
    struct ServerFaultTests {
        private func kind(_ error: ImageError) -> ServerFault.Kind { ServerFault(error).kind }

        @Test(
            arguments: [
                (.refusedAddress, .refusedAddress), (.status(206), .unreachable),
                (.status(404), .status(404)), (.notModified, .notModified),
                (.timedOut, .slowOrigin), (.truncated, .unreachable), (.tooLarge, .tooLong),
                (.cancelled, .gone), (.changed, .server), (.recursion, .server),
                (.hostNotFound, .unreachable), (.tls, .unreachable), (.redirect, .unreachable),
                (.fileNotFound, .unreachable), (.other, .unreachable),
            ] as [(LoadFailure.Kind, ServerFault.Kind)])
        func `a load fails by its kind`(failure: LoadFailure.Kind, expected: ServerFault.Kind) {
            #expect(kind(.load(LoadFailure(failure, "why"))) == expected)
        }

        @Test func `a body that ends early is incomplete once its head has come`() {
            let head = ResponseHead(url: "http://a/", status: 200, headers: [:])
            let fault = ServerFault(.load(LoadFailure(.truncated, "why", head: head)))
            #expect(fault.kind == .incomplete && fault.head?.status == 200)
            #expect(fault.reason == "why" && fault.told == "why")
        }

        @Test(
            arguments: [
                (.unrecognized("zero bytes"), .empty), (.unrecognized("text"), .noPicture),
                (.limit("pixels"), .limit), (.timedOut(.seconds(1)), .late), (.cancelled, .gone),
                (.noCodec(.png), .broken), (.damaged(.png, ""), .broken),
                (.unsupported(.png, ""), .broken),
                (.workerEnded(.png, .signal(6)), .broken),
                (.workerEnded(.png, .wait(.seconds(1))), .server),
                (.workerEnded(.png, .start("")), .server),
            ] as [(CodecError, ServerFault.Kind)])
        func `a picture that cannot be decoded fails by its kind`(
            error: CodecError, expected: ServerFault.Kind
        ) {
            #expect(kind(.decode(error)) == expected)
        }

        @Test(
            arguments: [
                (.noCodec(.png), .format), (.unsupported(.png, ""), .format),
                (.encoding(.png, "no encoder is installed"), .format),
                (.encoding(.png, "other"), .server), (.limit(""), .limit),
                (.timedOut(.seconds(1)), .late), (.cancelled, .gone),
                (.damaged(.png, ""), .server),
            ] as [(CodecError, ServerFault.Kind)])
        func `a file that cannot be written fails by its kind`(
            error: CodecError, expected: ServerFault.Kind
        ) {
            #expect(kind(.encode(error)) == expected)
        }

        @Test(
            arguments: [
                (.timedOut, .input(isSlow: true)), (.status(404), .input(isSlow: false)),
                (.refusedAddress, .refusedAddress), (.notModified, .notModified),
                (.cancelled, .gone), (.changed, .server),
            ] as [(LoadFailure.Kind, ServerFault.Kind)])
        func `a mark that is not to be had is told apart from the source`(
            failure: LoadFailure.Kind, expected: ServerFault.Kind
        ) {
            let cause = ImageError.load(LoadFailure(failure, ""))
            #expect(kind(.input(transform: "composite", cause: cause)) == expected)
        }

        @Test func `logs have no argument of a transform`() {
            let failure = TransformFailure("mask(http://secret/)", "no mask")
            let fault = ServerFault(.transform(failure))
            #expect(fault.kind == .broken && fault.told == "mask: no mask")
        }

        @Test(arguments: FailureCases.kinds)
        func `another picture stands in for a source that is not to be had`(
            kind: ServerFault.Kind
        ) {
            let fault = ServerFault(kind, "")
            let (isOfSource, isOfDownload) =
                switch kind {
                case .noPicture: (true, true)
                case .limit, .broken: (true, false)
                case .unreachable, .status, .slowOrigin, .incomplete, .empty, .tooLong:
                    (false, true)
                default: (false, false)
                }
            #expect(fault.isOfSource == isOfSource && fault.isOfDownload == isOfDownload)
        }
    }
#endif
