#if Server
    import HTTPTypes
    import Testing
    import WebImage
    import WebImageURLs

    @testable import WebImageServer

    /// Answers to requests that get no picture.
    struct FailureTests {
        private func answer(_ kind: AnswerFailure.Kind) async throws -> Answer {
            let core = try await TestServer().server.core
            let record = RequestRecord(core, method: "GET", target: "/", [:])
            return ServerCall(core: core, fields: [:], connection: nil, record: record)
                .answer(to: ServerFault(kind, "why"))
        }

        @Test(
            arguments: [
                (.full(retryAfter: 7), "7", nil), (.late, "1", nil),
                (.method, nil, "GET, HEAD, OPTIONS"), (.broken, nil, nil), (.server, nil, nil),
            ] as [(AnswerFailure.Kind, String?, String?)])
        func `a failure has the fields that HTTP asks for`(
            kind: AnswerFailure.Kind, retryAfter: String?, allow: String?
        ) async throws {
            let answer = try await answer(kind)
            #expect(answer.fields["Retry-After"] == retryAfter)
            #expect(answer.fields["Allow"] == allow)
        }

        @Test func `status, fields and text are those of the rules`() async throws {
            let answer = try await answer(.broken)
            let failure = WebImageAnswers().answer(to: AnswerFailure(.broken, "why"))
            #expect(answer.status == failure.status && answer.fault?.kind == .broken)
            #expect(answer.fields["Content-Type"] == "application/problem+json")
            guard case .text(failure.text) = answer.body else {
                Issue.record("\(answer.body)")
                return
            }
        }
    }
#endif
