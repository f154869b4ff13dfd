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

/// Callers that join a load whose previews are under way.
extension PreviewTests {
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
}
