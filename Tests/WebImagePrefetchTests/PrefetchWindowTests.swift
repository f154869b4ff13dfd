import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImagePrefetch
import WebImageTesting

/// The window, and cancelling early.
extension PrefetchTests {
    @Test func `a million URLs are read no further ahead than the window`() async {
        let test = TestPipeline(isFrozen: true)
        let readCount = Locked(0)
        let million = (0..<1_000_000).lazy.map { index in
            readCount.change { $0 += 1 }
            return "http://origin.test/\(index).bmp"
        }
        let batch = test.pipeline.prefetch(million, concurrency: 5)
        #expect(await eventually { test.loader.loadCount == 5 })
        #expect(readCount.value == 5)
        #expect(batch.progress.total == 1_000_000)
        batch.cancel()
        let progress = await batch.end()
        #expect(progress.cancelled == 5)
        #expect(await eventually { test.loader.cancelCount == 5 })
        #expect(readCount.value <= 6)
    }

    @Test func `a long batch runs to its end through a small window`() async {
        let test = TestPipeline()
        let (readCount, endedCount) = (Locked(0), Locked(0))
        let lead = Locked(0)
        let list = (0..<2000).lazy.map { index in
            readCount.change { $0 += 1 }
            let ahead = readCount.value - endedCount.value
            lead.change { $0 = max($0, ahead) }
            return ImageSource.data(
                TestPipeline.picture(width: 1, height: 1, seed: UInt8(index & 255)))
        }
        let progress = await test.pipeline.prefetch(list, concurrency: 5) { _, _ in
            endedCount.change { $0 += 1 }
        }.end()
        #expect(progress.ended == 256)
        #expect(progress.total == 256)
        #expect(endedCount.value == 256)
        #expect(readCount.value == 2000)
    }

    @Test func `an empty batch has ended when it is read`() async {
        let test = TestPipeline()
        let progress = await test.pipeline.prefetch([String]()).end()
        #expect(progress.isEnded && progress.ended == 0 && progress.total == 0)
        #expect(progress.fraction == 1)
    }

    @Test func `cancelling all ends the batch at once`() async {
        let test = TestPipeline(isFrozen: true)
        let ends = Locked(0)
        let batch = test.pipeline.prefetch(urls(5), concurrency: 2) { _, _ in
            ends.change { $0 += 1 }
        }
        #expect(await eventually { test.loader.loadCount == 2 })
        batch.cancel()
        #expect(batch.progress.isEnded)
        #expect((batch.progress.cancelled, batch.progress.done) == (2, 0))
        #expect(await eventually { test.loader.cancelCount == 2 })
        #expect(await batch.end().ended == 2)
        // They counted already.
        #expect(ends.value == 0)
    }

    @Test func `cancelling one URL leaves the others`() async {
        let test = TestPipeline(isFrozen: true)
        let list = urls(6)
        let ends = Locked<[String]>([])
        let batch = test.pipeline.prefetch(list, concurrency: 3) { _, outcome in
            if case .cancelled = outcome { ends.change { $0.append("cancelled") } }
        }
        #expect(await eventually { test.loader.loadCount == 3 })
        batch.cancel(list[1])
        batch.cancel(list[5])
        #expect(await eventually { test.loader.cancelCount == 1 })
        test.loader.thaw()
        let progress = await batch.end()
        #expect((progress.done, progress.cancelled) == (4, 2))
        #expect(ends.value == ["cancelled"])
    }

    @Test func `batches are independent of each other`() async {
        let test = TestPipeline(isFrozen: true)
        let shared = "http://origin.test/shared.bmp"
        let one = test.pipeline.prefetch([shared] + urls(1))
        let two = test.pipeline.prefetch([shared])
        #expect(await eventually { test.loader.loadCount == 2 })
        one.cancel()
        #expect(one.progress.cancelled == 2)
        #expect(one.progress.isEnded)
        // Also the shared load if the second batch had not joined it yet: then it loads it itself.
        #expect(await eventually { test.loader.cancelCount >= 1 })
        test.loader.thaw()
        let progress = await two.end()
        #expect((progress.done, progress.cancelled, progress.total) == (1, 0, 1))
    }

    @Test func `a batch that is dropped is cancelled`() async {
        let test = TestPipeline(isFrozen: true)
        var batch: PrefetchBatch? = test.pipeline.prefetch(urls(4))
        #expect(await eventually { test.loader.loadCount == 4 })
        _ = batch?.progress
        batch = nil
        #expect(await eventually { test.loader.cancelCount == 4 })
    }

    @Test func `a batch that is read lives as long as its reader`() async {
        let test = TestPipeline(isFrozen: true)
        var reader: PrefetchBatch.Iterator? = test.pipeline.prefetch(urls(2)).makeAsyncIterator()
        #expect(await eventually { test.loader.loadCount == 2 })
        #expect(test.loader.cancelCount == 0)
        #expect(await reader?.next()?.ended == 0)
        reader = nil
        #expect(await eventually { test.loader.cancelCount == 2 })
    }

    @Test func `a batch that waits for its source ends when it is cancelled`() async {
        let test = TestPipeline()
        let (stream, source) = AsyncStream.makeStream(of: String.self)
        let batch = test.pipeline.prefetch(stream)
        batch.cancel()
        #expect(await batch.end().isEnded)
        withExtendedLifetime(source) {}
    }

    @Test func `the next URL waits for who is told of the last`() async {
        let test = TestPipeline()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let told = Locked(0)
        let batch = test.pipeline.prefetch(urls(9), concurrency: 1) { _, _ in
            told.change { $0 += 1 }
            for await _ in gate { break }
        }
        #expect(await eventually { told.value == 1 })
        #expect(test.loader.loadCount == 1)
        #expect(batch.progress.ended == 0)
        open.finish()
        #expect(await batch.end().done == 9)
    }

    @Test func `a visible load shares the transfer of a batch`() async throws {
        let test = TestPipeline(isFrozen: true)
        let batch = test.pipeline.prefetch(urls(1))
        #expect(await eventually { test.loader.loadCount == 1 })
        let pipeline = test.pipeline
        async let visible = pipeline.image(for: ImageRequest(urls(1)[0]))
        // Once it waits, the batch may be cancelled: the load then belongs to the visible request.
        #expect(
            await eventually { test.trace.trace.components(separatedBy: "disk:miss").count == 3 })
        test.loader.thaw()
        #expect(try await visible.image.size.width == 12)
        #expect(await batch.end().done == 1)
        #expect(test.loader.loadCount == 1)
        #expect(test.folder.files.count == 1)
    }
}
