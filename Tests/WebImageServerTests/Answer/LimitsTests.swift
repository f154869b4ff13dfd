#if Server
    import HTTPTypes
    import HummingbirdCore
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// The names of settings in reasons.
    struct LimitsTests {
        private func reason(
            _ options: String, pixels: Int = 1_000, rules: any AnswerRules = WebImageAnswers()
        ) async throws -> String {
            var (settings, limits) = (TestServer.quiet, PipelineLimits())
            settings.bounds.maxPixels = pixels
            settings.answers = rules
            limits.decode.maxPixels = pixels
            let server = try await TestServer(
                settings, limits: limits, grammar: WebImageGrammar(allowsLimits: true))
            return await server.ask(TestServer.target(options)).text
        }

        @Test func `a bound of the server has the name of its setting`() async throws {
            #expect(try await reason("format=bmp", pixels: 11).contains("(WEBIMAGE_MAX_PIXELS)"))
        }

        @Test func `a bound of bytes of the server has the name of its setting`() async throws {
            let core = try await TestServer().server.core
            let record = RequestRecord(core, method: "GET", target: "/", [:])
            let call = ServerCall(core: core, fields: [:], connection: nil, record: record)
            let plan = ImagePlan(source: "http://a.test/")
            let bound = call.pipeline(for: plan).limits.load.maxBodyBytes
            let fault = ServerFault(.tooLong, "the limit is \(bound)")
            let named = call.naming(fault, plan)
            #expect(named.reason == "the limit is \(bound) (WEBIMAGE_MAX_SOURCE_BYTES)")
            #expect(named.told == named.reason && named.kind == .tooLong)
            #expect(call.naming(ServerFault(.tooLong, "the limit is 1"), plan).reason.last == "1")
        }

        @Test(arguments: ["max-pixels", "max-source-bytes"])
        func `a bound has its name for descriptions, too`(option: String) async throws {
            let text = try await reason("info;\(option)=9")
            #expect(text.contains("(the address's \(option))"), "\(text)")
        }

        @Test func `a bound of the address has the name of its option`() async throws {
            let text = try await reason("format=bmp;max-pixels=11")
            #expect(text.contains("(the address's max-pixels)"))
        }

        @Test func `a bound of bytes has the name of its option`() async throws {
            let text = try await reason("max-source-bytes=9")
            #expect(text.contains("(the address's max-source-bytes)"), "\(text)")
        }

        @Test func `a bound that only lowers is the server's where that is lower`() async throws {
            var rules = LoweringAnswers()
            let options = "format=bmp;max-pixels=11"
            #expect(try await reason(options, rules: rules).contains("(a lower bound)"))
            rules.raises = true
            #expect(try await reason(options, pixels: 10, rules: rules).contains("(a lower bound)"))
            rules.raises = false
            let text = try await reason(options, pixels: 10, rules: rules)
            #expect(text.contains("(WEBIMAGE_MAX_PIXELS)"))
        }
    }

    /// Answers of reasons alone.
    private struct LoweringAnswers: AnswerRules {
        var raises = false
        let name = "lowering"
        var traits: AnswerTraits {
            var traits = AnswerTraits()
            (traits.raisesPixels, traits.pixelBoundName) = (raises, "a lower bound")
            return traits
        }

        func answer(to failure: AnswerFailure) -> FailureAnswer {
            FailureAnswer(status: 422, text: failure.reason)
        }
    }
#endif
