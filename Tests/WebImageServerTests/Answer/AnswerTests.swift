#if Server
    import HTTPTypes
    import Hummingbird
    import Testing
    import WebImage

    @testable import WebImageServer

    /// Responses for Hummingbird.
    struct AnswerTests {
        private func bytes(_ count: Int) -> ByteBlock {
            ByteBlock(copying: Array(repeating: 0x61, count: count))
        }

        @Test(
            arguments: [
                (200, false, "3", "abc"), (200, true, "3", ""), (404, false, "3", "abc"),
                (404, true, "3", ""), (204, false, nil, ""), (304, false, nil, ""),
                (304, true, nil, ""),
            ] as [(Int, Bool, String?, String)])
        func `a response has the length of its body, which heads leave out`(
            status: Int, isHead: Bool, length: String?, text: String
        ) async {
            let answer = Answer(status: status, body: .text("abc"))
            let response = answer.response(isHead: isHead)
            #expect(response.status.code == status)
            #expect(response.headers[.contentLength] == length)
            #expect(await response.text == text)
        }

        @Test(arguments: [1, 256 << 10, (256 << 10) + 1, 600_000])
        func `a body of any length is whole`(count: Int) async {
            let response = Answer(status: 200, body: .bytes(bytes(count))).response(isHead: false)
            #expect(await response.text.utf8.count == count)
            #expect(response.headers[.contentLength] == String(count))
        }

        @Test(arguments: [nil, 5])
        func `a source that passes has its length if that is known`(count: Int?) async {
            let stream = BodyStream([bytes(2), bytes(3)])
            let answer = Answer(status: 200, body: .stream(stream, byteCount: count))
            let response = answer.response(isHead: false)
            #expect(response.headers[.contentLength] == count.map(String.init))
            #expect(await response.text == "aaaaa")
            let head = answer.response(isHead: true)
            #expect(head.headers[.contentLength] == count.map(String.init) ?? "0")
        }

        @Test(arguments: [(100, 200), (600, 599), (499, 499)])
        func `a status is one of a response`(stated: Int, shown: Int) {
            #expect(Answer(status: stated).response(isHead: false).status.code == shown)
        }

        @Test func `a field that is none is left out, and one may come twice`() {
            var answer = Answer(status: 200)
            answer.fields.append("A", "1")
            answer.fields.append("a", "2")
            answer.fields.append("b c", "3")
            let fields = answer.response(isHead: false).headers
            #expect(fields.map(\.value).filter { $0 != "0" } == ["1", "2"])
        }
    }
#endif
