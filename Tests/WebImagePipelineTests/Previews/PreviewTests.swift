import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTransforms

/// Previews of a picture while its bytes arrive.
struct PreviewTests {
    /// Sends the first rows one by one, each when the preview of the previous row has arrived.
    func send(
        _ rows: ClosedRange<Int>, of test: DotsPipeline, seenBy log: UpdateLog
    ) async {
        for row in rows {
            test.body.send(upTo: test.file.byteCount(ofRows: row))
            #expect(await eventually { log.previews.count == row })
        }
    }

    /// Returns the number of rows that are not transparent.
    func rowCount(_ image: DecodedImage) -> Int {
        (0..<image.size.height).prefix { image.poster[0, $0][3] != 0 }.count
    }

    @Test(arguments: [true, false])
    func `previews show more and more, with or without a Content-Length`(
        tellsLength: Bool
    ) async throws {
        let test = DotsPipeline(tellsLength: tellsLength)
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...4, of: test, seenBy: log)
        test.body.sendRest()
        let image = try await log.response().image
        #expect(log.previews.map(rowCount) == [1, 2, 3, 4])
        #expect(log.previews.last?.poster == image.poster)
        #expect(image.poster == test.file.bitmap(ofFrame: 0))
        #expect(log.previews.allSatisfy { $0.metadata == image.metadata })
    }

    @Test func `each byte is decoded once`() async throws {
        let test = DotsPipeline()
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...2, of: test, seenBy: log)
        test.body.sendRest(chunkSize: 7)
        _ = try await log.response()
        #expect(test.decoder.log.sessionCount == 1)
        #expect(test.decoder.log.appended.reduce(0, +) == test.file.bytes.count)
        #expect(test.decoder.log.decodeCount == 0)
    }

    @Test(arguments: [1, 5, 64, .max])
    func `the image is the same however the bytes come`(chunkSize: Int) async throws {
        let once = try await DotsPipeline().image()
        let test = DotsPipeline(tellsLength: false)
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        test.body.sendRest(chunkSize: chunkSize)
        let image = try await log.response().image
        #expect(image.poster == once.poster)
        #expect(image.metadata == once.metadata)
    }

    @Test func `previews are off by default`() async throws {
        let test = DotsPipeline()
        let log = UpdateLog(test.request(), of: test.pipeline)
        test.body.send(upTo: test.file.byteCount(ofRows: 2))
        #expect(await eventually { log.receivedByteCount > 0 })
        test.body.sendRest()
        _ = try await log.response()
        #expect(log.previews.isEmpty)
        #expect(test.decoder.log.sessionCount == 0)
        #expect(test.decoder.log.decodeCount == 1)
    }

    @Test func `no preview follows the picture from the cache`() async throws {
        let first = DotsPipeline()
        _ = try await first.image()
        let test = DotsPipeline(folder: first.folder)
        var request = test.request(.all)
        request.cachePolicy = .refresh
        let log = UpdateLog(request, of: test.pipeline)
        test.body.send(upTo: test.file.byteCount(ofRows: 2))
        #expect(await eventually { log.receivedByteCount > 0 })
        test.body.sendRest()
        #expect(try await log.response().unchanged)
        #expect(log.previews.isEmpty)
        #expect(test.decoder.log.sessionCount == 0)
        guard case .cached = log.all.first else {
            Issue.record("not cached first: \(log.all)")
            return
        }
    }

    @Test func `a body that comes whole is decoded at once`() async throws {
        let test = DotsPipeline()
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        test.body.sendRest()
        _ = try await log.response()
        #expect(test.decoder.log.sessionCount == 0)
        #expect(log.previews.isEmpty)
    }

    @Test func `a slow decoder does not hold up the load`() async throws {
        let isSlow = Atomic(true)
        let test = DotsPipeline(
            decoder: DotsDecoder(onAppend: {
                while isSlow.load(ordering: .relaxed) { Thread.sleep(forTimeInterval: 0.001) }
            }),
            tellsLength: false)
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        for row in 1...4 { test.body.send(upTo: test.file.byteCount(ofRows: row)) }
        let count = test.file.byteCount(ofRows: 4)
        #expect(await eventually { log.receivedByteCount == count })
        #expect(log.previews.isEmpty)
        isSlow.store(false, ordering: .relaxed)
        #expect(await eventually { log.previews.map(rowCount).last == 4 })
        test.body.sendRest()
        _ = try await log.response()
        #expect(test.decoder.log.appended.reduce(0, +) == test.file.bytes.count)
    }

    @Test func `between two previews lies the interval of the policy`() async throws {
        var test = DotsPipeline()
        let clock = MonotonicTestClock()
        test.pipeline.time = { clock.now }
        let log = UpdateLog(test.request(.every(.seconds(1))), of: test.pipeline)
        await send(1...1, of: test, seenBy: log)
        let decoder = test.decoder
        for (row, seconds) in [(2, 0.9), (3, 0.2), (4, 0.1)] {
            clock.advance(by: .seconds(seconds))
            test.body.send(upTo: test.file.byteCount(ofRows: row))
            let appended = test.file.byteCount(ofRows: row)
            #expect(await eventually { decoder.log.appended.reduce(0, +) == appended })
        }
        #expect(await eventually { log.previews.count == 2 })
        test.body.sendRest()
        _ = try await log.response()
        // The second preview is due before the third row arrives, which it may still show.
        #expect([[1, 2], [1, 3]].contains(log.previews.map(rowCount)))
        #expect(test.decoder.log.previewCount == 2)
    }

    @Test func `a session that fails ends the previews, the decoder decides`() async throws {
        let test = DotsPipeline(DotsFile(flags: .refusesSession))
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...1, of: test, seenBy: log)
        test.body.sendRest(chunkSize: 9)
        let image = try await log.response().image
        #expect(image.poster == test.file.bitmap(ofFrame: 0))
        #expect(test.decoder.log.decodeCount == 1)
        #expect(log.previews.count == 1)
    }

    @Test func `observers are told why there are no previews any more`() async throws {
        let test = DotsPipeline(DotsFile(flags: .refusesSession))
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...1, of: test, seenBy: log)
        test.body.send(upTo: test.file.byteCount(ofRows: 2))
        let trace = test.trace
        #expect(await eventually { trace.complaints.count == 1 })
        #expect(trace.complaints.first?.contains("the session refuses") == true)
        test.body.sendRest()
        _ = try await log.response()
    }

    @Test func `a transfer that breaks off ends with its error`() async throws {
        let test = DotsPipeline()
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...2, of: test, seenBy: log)
        test.body.breakOff()
        await #expect(throws: ImageError.self) { try await log.response() }
        guard case .finished(.failure(let error)) = log.all.last else {
            Issue.record("ended with \(String(describing: log.all.last))")
            return
        }
        #expect(error.stage == "load")
        #expect(log.previews.count == 2)
    }

    @Test func `leaving the loop cancels the load`() async throws {
        let test = DotsPipeline()
        test.body.send(upTo: test.file.byteCount(ofRows: 1))
        for await update in test.pipeline.updates(for: test.request(.all)) {
            if case .preview = update { break }
        }
        let body = test.body
        #expect(await eventually { body.wasLeft })
    }

    @Test func `cancelling the reader cancels the load`() async throws {
        let test = DotsPipeline()
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...1, of: test, seenBy: log)
        log.cancel()
        let body = test.body
        #expect(await eventually { body.wasLeft })
        await #expect(throws: CancellationError.self) { try await log.response() }
    }

    @Test func `previews go through size, colours, orientation and transforms`() async throws {
        let test = DotsPipeline(DotsFile(orientation: .right, flags: .profile))
        var request = test.request(.all)
        request.targetSize = PixelSize(width: 2, height: 0)
        request.transforms = [Negative()]
        let log = UpdateLog(request, of: test.pipeline)
        test.body.send(upTo: test.file.byteCount(ofRows: 4))
        #expect(await eventually { log.previews.count == 1 })
        test.body.sendRest()
        let image = try await log.response().image
        #expect(image.size == PixelSize(width: 2, height: 3))
        #expect(log.previews.first?.poster == image.poster)
        #expect(image.metadata.profileDescription == "Swapped")
    }

    @Test func `a format without incremental decoder has no previews`() async throws {
        let file = TestPipeline.picture()
        let body = FedBody(unsafe file.withUnsafeBytes { unsafe Array($0) })
        var pipeline = DotsPipeline().pipeline
        pipeline.loader = ScriptedLoader { _ in body.answer() }
        var request = ImageRequest("http://origin.test/a.bmp")
        request.previews = .all
        let log = UpdateLog(request, of: pipeline)
        body.send(upTo: 200)
        #expect(await eventually { log.receivedByteCount == 200 })
        body.sendRest()
        #expect(try await log.response().image.size == PixelSize(width: 12, height: 8))
        #expect(log.previews.isEmpty)
    }

    @Test func `what is on disk is decoded at once`() async throws {
        let first = DotsPipeline()
        _ = try await first.image()
        let second = DotsPipeline(folder: first.folder)
        let log = UpdateLog(second.request(.all), of: second.pipeline)
        #expect(try await log.response().origin == .disk)
        #expect(log.all.count == 1)
        #expect(second.decoder.log.sessionCount == 0)
    }

    @Test(arguments: [
        (PreviewPolicy.off, "off"), (.all, "all"), (.every(.milliseconds(500)), "0.5s"),
    ])
    func `a policy has one spelling`(policy: PreviewPolicy, spelling: String) {
        #expect(policy.spelling == spelling)
        #expect(PreviewPolicy(spelling: spelling) == policy)
    }

    @Test(arguments: ["", "on", "-1s", "soon"])
    func `what is no policy is refused`(text: String) {
        #expect(PreviewPolicy(spelling: text) == nil)
    }
}
