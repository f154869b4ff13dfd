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

/// The frames of an animation that previews show.
extension PreviewTests {
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
}
