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
    private func send(
        _ rows: ClosedRange<Int>, of test: DotsPipeline, seenBy log: UpdateLog
    ) async {
        for row in rows {
            test.body.send(upTo: test.file.byteCount(ofRows: row))
            #expect(await eventually { log.previews.count == row })
        }
    }

    /// Returns the number of rows that are not transparent.
    private func rowCount(_ image: DecodedImage) -> Int {
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

    @Test func `who joins late catches up without another byte`() async throws {
        let test = DotsPipeline()
        let first = UpdateLog(test.request(), of: test.pipeline)
        test.body.send(upTo: test.file.byteCount(ofRows: 1))
        test.body.send(upTo: test.file.byteCount(ofRows: 3))
        let count = test.file.byteCount(ofRows: 3)
        #expect(await eventually { first.receivedByteCount == count })
        let late = UpdateLog(test.request(.all), of: test.pipeline)
        #expect(await eventually { late.previews.count == 1 })
        #expect(late.previews.map(rowCount) == [3])
        #expect(late.receivedByteCount == count)
        test.body.sendRest()
        _ = try await (first.response(), late.response())
        #expect(first.previews.isEmpty)
        #expect(test.loader.loadCount == 1)
        #expect(test.decoder.log.sessionCount == 1)
    }

    @Test func `another size of a body under way catches up too`() async throws {
        let test = DotsPipeline()
        let first = UpdateLog(test.request(), of: test.pipeline)
        test.body.send(upTo: test.file.byteCount(ofRows: 2))
        #expect(await eventually { first.receivedByteCount > 0 })
        var small = test.request(.all)
        small.targetSize = PixelSize(width: 3, height: 0)
        let late = UpdateLog(small, of: test.pipeline)
        #expect(await eventually { late.previews.count == 1 })
        #expect(late.previews.first?.size == PixelSize(width: 3, height: 2))
        test.body.sendRest()
        _ = try await (first.response(), late.response())
        #expect(test.loader.loadCount == 1)
    }

    @Test func `who joins later is shown the latest preview`() async throws {
        let test = DotsPipeline()
        let first = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...2, of: test, seenBy: first)
        let late = UpdateLog(test.request(.all), of: test.pipeline)
        #expect(await eventually { late.previews.count == 1 })
        #expect(late.previews.map(rowCount) == [2])
        test.body.sendRest()
        _ = try await (first.response(), late.response())
        #expect(test.decoder.log.sessionCount == 1)
    }

    @Test func `who joins later and wants more is shown all there is`() async throws {
        let test = DotsPipeline()
        let rare = UpdateLog(test.request(.every(.seconds(1000))), of: test.pipeline)
        await send(1...1, of: test, seenBy: rare)
        let count = test.file.byteCount(ofRows: 3)
        test.body.send(upTo: count)
        let decoder = test.decoder
        #expect(await eventually { decoder.log.appended.reduce(0, +) == count })
        let eager = UpdateLog(test.request(.all), of: test.pipeline)
        #expect(await eventually { eager.previews.map(rowCount).last == 3 })
        test.body.sendRest()
        _ = try await (rare.response(), eager.response())
        #expect(rare.previews.map(rowCount) == [1])
        #expect(test.decoder.log.sessionCount == 1)
    }

    @Test func `a body that went to the disk can still be caught up with`() async throws {
        let test = DotsPipeline(DotsFile(size: PixelSize(width: 400, height: 2000)))
        let first = UpdateLog(test.request(), of: test.pipeline)
        test.body.send(upTo: 1_100_000)
        #expect(await eventually { first.receivedByteCount == 1_100_000 })
        let late = UpdateLog(test.request(.all), of: test.pipeline)
        #expect(await eventually { late.receivedByteCount == 1_100_000 })
        // The disk publishes its bytes at the next write after the preview is requested, which may
        // be a quarter of a megabyte later.
        for count in stride(from: 1_110_000, through: 3_000_000, by: 10_000)
        where late.previews.isEmpty {
            test.body.send(upTo: count)
            _ = await eventually(within: .milliseconds(50)) { !late.previews.isEmpty }
        }
        #expect(await eventually { !late.previews.isEmpty })
        test.body.sendRest()
        let image = try await late.response().image
        _ = try await first.response()
        #expect(image.poster == test.file.bitmap(ofFrame: 0))
        #expect(test.decoder.log.decodeCount == 0)
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

    @Test func `an animation shows its first frame, then the frames that are complete`()
        async throws
    {
        let test = DotsPipeline(DotsFile(frameCount: 13))
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        await send(1...4, of: test, seenBy: log)
        var counts: [Int] = []
        for count in 2...12 {
            test.body.send(upTo: test.file.offset(ofFrame: count))
            if count * 4 >= (counts.last ?? 0) * 5 {
                counts.append(count)
                #expect(await eventually { log.previews.last?.frames?.count == count })
            } else {
                let sent = test.file.offset(ofFrame: count)
                #expect(await eventually { test.decoder.log.appended.reduce(0, +) == sent })
            }
        }
        let playing = log.previews.dropFirst(4)
        #expect(playing.map { $0.frames?.count } == counts && counts == [2, 3, 4, 5, 7, 9, 12])
        #expect(playing.allSatisfy { $0.poster == test.file.bitmap(ofFrame: 0) })
        #expect(playing.map(\.metadata.frameCount) == counts)
        #expect(playing.allSatisfy { $0.frames?.isComplete == false })
        // The first frame is that of the session, the others are decoded when they are shown.
        #expect(test.decoder.log.frames.isEmpty)
        let frames = try #require(playing.last?.frames)
        #expect(frames.durations.count == 12 && frames.rawDurations.count == 12)
        #expect(try frames.frame(at: 11).bitmap == test.file.bitmap(ofFrame: 11))
        test.body.sendRest()
        let image = try await log.response().image
        #expect(image.frames?.count == 13 && image.frames?.isComplete == true)
        #expect(try image.frames?.frame(at: 12).bitmap == test.file.bitmap(ofFrame: 12))
        #expect(test.decoder.log.sessionCount == 1)
    }

    @Test func `frames of a body that went to the disk are there too`() async throws {
        let size = PixelSize(width: 512, height: 512)
        let test = DotsPipeline(DotsFile(size: size, frameCount: 4))
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        for count in 2...3 {
            test.body.send(upTo: test.file.offset(ofFrame: count))
            #expect(await eventually { log.previews.last?.frames?.count == count })
        }
        // The bytes of the first frame have left memory.
        let files = FileManager.default.subpaths(atPath: test.folder.path) ?? []
        let sizes = files.compactMap {
            try? FileManager.default.attributesOfItem(atPath: test.folder.path + "/" + $0)[.size]
                as? Int
        }
        #expect(sizes.contains { $0 > 1 << 20 })
        let frames = try #require(log.previews.last?.frames)
        #expect(try frames.frame(at: 2).bitmap == test.file.bitmap(ofFrame: 2))
        test.body.sendRest()
        #expect(try await log.response().image.frames?.count == 4)
    }

    @Test func `where there is no memory for frames the first one stands until the end`()
        async throws
    {
        var test = DotsPipeline(DotsFile(size: PixelSize(width: 64, height: 64), frameCount: 3))
        // An eighth is for previews: room for the session, not for the bytes of two frames.
        test.pipeline.setLimits { $0.memoryBudget = 8 * 40_000 }
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        test.body.send(upTo: test.file.offset(ofFrame: 2))
        #expect(await eventually { !log.previews.isEmpty })
        test.body.sendRest()
        #expect(try await log.response().image.frames?.count == 3)
        #expect(log.previews.map { $0.frames == nil } == [true])
        #expect(log.previews.first?.poster == test.file.bitmap(ofFrame: 0))
    }

    @Test func `frames of previews are transformed, unless a transform keeps only the first`()
        async throws
    {
        for transform in [.flip(.horizontal), PosterOnly()] as [any ImageTransform] {
            let test = DotsPipeline(DotsFile(frameCount: 3))
            var request = test.request(.all)
            request.transforms = [transform]
            let log = UpdateLog(request, of: test.pipeline)
            test.body.send(upTo: test.file.offset(ofFrame: 2))
            #expect(await eventually { !log.previews.isEmpty })
            let frames = log.previews.last?.frames
            #expect((frames == nil) == (transform.scope == .poster))
            test.body.sendRest()
            let image = try await log.response().image
            if let frames {
                #expect(try frames.frame(at: 1).bitmap == image.frames?.frame(at: 1).bitmap)
            }
        }
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
