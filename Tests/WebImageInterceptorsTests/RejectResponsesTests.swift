import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Responses that are refused by their header fields.
struct RejectResponsesTests {
    private let url = "http://origin.test/a.png"

    private func pipeline(
        _ headers: HeaderFields, _ interceptors: [any LoadInterceptor]
    ) -> TestPipeline {
        let picture = TestPipeline.picture()
        let loader = ScriptedLoader { request in
            LoadedBody(
                head: ResponseHead(url: request.url, headers: headers), origin: .network,
                expectedByteCount: picture.count, chunks: BodyStream([picture]))
        }
        var test = TestPipeline(loader: loader)
        test.pipeline.interceptors = interceptors
        return test
    }

    @Test(
        arguments: [
            (.rejectResponses(header: "errorcode"), "errorcode: bad is rejected"),
            (.rejectResponses(header: "ErrorCode", value: "bad"), "ErrorCode: bad is rejected"),
            (.rejectResponses(header: "X-Number", value: 7), "X-Number: 7 is rejected"),
            (.rejectResponses(header: "X-Number", number: 7, as: 555), "X-Number: 7 is rejected"),
        ] as [(BuiltInInterceptor, String)])
    func `a refusal names field and value, and keeps nothing`(
        interceptor: BuiltInInterceptor, reason: String
    ) async throws {
        let test = pipeline(["ErrorCode": " bad ", "X-Number": "5, 7"], [interceptor])
        let status =
            reason.hasPrefix("X-Number") && interceptor.identity.contains("555") ? 555 : 444
        for _ in 0..<2 {
            // Asked again, not remembered.
            let error = await test.error(of: ImageRequest(url))
            #expect(
                error?.reason
                    == "status \(status) (\(reason)), expected 200 to 299; the origin said 200")
        }
        #expect(test.folder.files.isEmpty)
        #expect(try await test.pipeline.cachePlaces(of: ImageRequest(url)).isEmpty)
    }

    @Test func `a response without the field or with another value passes`() async throws {
        let test = pipeline(
            ["ErrorCode": "0"],
            [.rejectResponses(header: "X"), .rejectResponses(header: "ErrorCode", value: "bad")])
        #expect(try await test.pipeline.image(for: ImageRequest(url)).image.size.width == 12)
    }

    @Test func `no accepted status lets a refused response pass`() async {
        let test = pipeline(["ErrorCode": "1"], [.rejectResponses(header: "ErrorCode")])
        var request = ImageRequest(url)
        request.acceptedStatuses = .any
        let error = await test.error(of: request)
        #expect(error?.status == 444)
        #expect(error?.reason == "ErrorCode: 1 is rejected; the origin said 200")
    }

    @Test func `a long value is cut, and has no control characters`() async {
        let value = "\u{1B}[31m" + String(repeating: "x", count: 200)
        let test = pipeline(["ErrorCode": value], [.rejectResponses(header: "ErrorCode")])
        let reason = await test.error(of: ImageRequest(url))?.reason ?? ""
        #expect(reason.contains("ErrorCode: \\u001b[31mxxx"))
        #expect(reason.utf8.count < 200 && !reason.contains("\u{1B}"))
    }

    @Test func `rules are one interceptor, whose name is that of their set`() {
        let fields = [HeaderMatch("b", 1), HeaderMatch("A")]
        let rules = ResponseRules(rejectedHeaders: fields)
        let same = ResponseRules(rejectedHeaders: [HeaderMatch("a"), HeaderMatch("B", 1)])
        #expect(ResponseRules().interceptors.isEmpty)
        #expect(rules.interceptors.map(\.identity) == same.interceptors.map(\.identity))
        #expect(rules.interceptors.map(\.effect) == [.bytes])
        let other = ResponseRules(rejectedHeaders: [HeaderMatch("a"), HeaderMatch("b", "1")])
        #expect(rules.interceptors.map(\.identity) != other.interceptors.map(\.identity))
    }

    @Test func `the older form keeps its name in keys`() {
        let interceptor = BuiltInInterceptor.rejectResponses(header: "ErrorCode", number: 100)
        #expect(interceptor.identity == "reject(errorcode,100,444)")
    }

    @Test func `files have no fields to be refused by`() async throws {
        let test = pipeline([:], [.rejectResponses(header: "Content-Length")])
        let picture = TestPipeline.picture()
        let response = try await test.pipeline.image(for: ImageRequest(ImageSource.data(picture)))
        #expect(response.image.size.width == 12)
    }
}
