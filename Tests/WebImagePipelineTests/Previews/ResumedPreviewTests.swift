import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Previews of a picture whose download breaks.
struct ResumedPreviewTests {
    private static func pipeline(_ script: Script) -> ImagePipeline {
        var pipeline = DotsPipeline().pipeline
        pipeline.loader = ScriptedLoader { try script.load($0) }
        pipeline.interceptors = [Resume(clock: ManualTime().clock, random: { 0 })]
        return pipeline
    }

    private static var request: ImageRequest {
        var request = ImageRequest("http://origin.test/a.dots")
        request.previews = .all
        return request
    }

    /// Returns the response of a body with an ETag.
    private static func tagged(_ body: FedBody, _ tag: String) -> LoadedBody {
        var answer = body.answer()
        answer.head.headers["ETag"] = tag
        return answer
    }

    private func rowCount(_ image: DecodedImage) -> Int {
        (0..<image.size.height).prefix { image.poster[0, $0][3] != 0 }.count
    }

    @Test func `previews go on when the download does`() async throws {
        let file = DotsFile()
        let half = file.byteCount(ofRows: 2)
        let (first, second) = (FedBody(file.bytes), FedBody(Array(file.bytes[half...])))
        let script = Script([
            { _ in Self.tagged(first, "\"v1\"") },
            { _ in
                var answer = second.answer()
                answer.head.status = 206
                answer.head.headers["Content-Range"] =
                    "bytes \(half)-\(file.bytes.count - 1)/\(file.bytes.count)"
                return answer
            },
        ])
        let log = UpdateLog(Self.request, of: Self.pipeline(script))
        for row in 1...2 {
            first.send(upTo: file.byteCount(ofRows: row))
            #expect(await eventually { log.previews.count == row })
        }
        first.breakOff()
        for row in 3...4 {
            second.send(upTo: file.byteCount(ofRows: row) - half)
            #expect(await eventually { log.previews.count == row })
        }
        second.sendRest()
        let image = try await log.response().image
        #expect(log.previews.map(rowCount) == [1, 2, 3, 4])
        #expect(image.poster == file.bitmap(ofFrame: 0))
        #expect(script.count == 2)
    }

    @Test(arguments: [true, false])
    func `of bytes that were void nothing is left in the picture`(isSeen: Bool) async throws {
        let old = DotsFile()
        var new = DotsFile()
        new.size = PixelSize(width: 5, height: 4)
        let (first, second) = (FedBody(old.bytes), FedBody(new.bytes))
        let script = Script([
            { _ in Self.tagged(first, "\"v1\"") },
            { _ in Self.tagged(FedBody([]), "\"v2\"") },
            { _ in Self.tagged(second, "\"v2\"") },
        ])
        let log = UpdateLog(Self.request, of: Self.pipeline(script))
        first.send(upTo: old.byteCount(ofRows: 2))
        #expect(await eventually { log.previews.count == 1 })
        first.breakOff()
        if isSeen {
            second.send(upTo: new.byteCount(ofRows: 1))
            #expect(await eventually { log.previews.count == 2 })
        }
        second.sendRest()
        let image = try await log.response().image
        #expect(image.poster == new.bitmap(ofFrame: 0))
        #expect(script.count == 3)
    }
}
