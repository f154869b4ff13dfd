import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

@testable import WebImagePipeline

/// The updates that a slow reader receives.
struct UpdateQueueTests {
    private let start = ContinuousClock.now

    private func progress(_ count: Int) -> ImageLoadUpdate {
        ImageLoadUpdate(
            progress: LoadProgress(receivedByteCount: count, expectedByteCount: nil))
    }

    private func preview(_ number: Int, after time: Duration = .zero) -> ImageLoadUpdate {
        let image = DecodedImage(poster: Bitmap(size: PixelSize(width: number, height: 1)))
        return ImageLoadUpdate(
            preview: Preview(image: image, number: number, time: start.advanced(by: time)))
    }

    private func response(width: Int) -> PipelineResponse {
        let picture = DecodedImage(poster: Bitmap(size: PixelSize(width: width, height: 1)))
        return PipelineResponse(
            CachedImage(image: picture), origin: .memory, timings: StageTimings())
    }

    /// Removes all updates, and returns them in words.
    private func drain(_ queue: inout UpdateQueue) -> [String] {
        var words: [String] = []
        while queue.hasNext, case .update(let update) = queue.next() {
            switch update {
            case .progress(let progress): words.append("progress \(progress.receivedByteCount)")
            case .preview(let image): words.append("preview \(image.size.width)")
            case .cached(let response): words.append("cached \(response.image.size.width)")
            case .finished: words.append("finished")
            }
        }
        return words
    }

    @Test func `what is cached comes before everything that was told sooner`() {
        var queue = UpdateQueue(previews: .all)
        queue.add(progress(10))
        queue.add(preview(1))
        let cached = response(width: 7)
        queue.show(cached)
        queue.finish(.failure(.cancelled))
        queue.show(cached)
        #expect(drain(&queue) == ["cached 7", "progress 10", "finished"])
    }

    @Test func `no half picture follows the whole one from the caches`() {
        var queue = UpdateQueue(previews: .all)
        queue.show(response(width: 7))
        #expect(drain(&queue) == ["cached 7"])
        queue.add(preview(1))
        queue.add(progress(10))
        queue.finish(.failure(.cancelled))
        #expect(drain(&queue) == ["progress 10", "finished"])
    }

    @Test func `of progress and previews the latest is told, the end always`() {
        var queue = UpdateQueue(previews: .all)
        for number in 1...5 {
            queue.add(progress(number * 10))
            queue.add(preview(number))
        }
        queue.finish(.failure(.notCached))
        #expect(drain(&queue) == ["progress 50", "preview 5", "finished"])
    }

    @Test func `nothing follows the end`() {
        var queue = UpdateQueue(previews: .all)
        queue.finish(.failure(.notCached))
        queue.add(progress(1))
        queue.finish(.failure(.cancelled))
        #expect(drain(&queue) == ["finished"])
        queue.add(preview(1))
        #expect(drain(&queue) == [])
        guard case .end = queue.next() else {
            Issue.record("it has not ended")
            return
        }
    }

    @Test func `nothing older follows what is newer`() {
        var queue = UpdateQueue(previews: .all)
        queue.add(preview(2))
        queue.add(progress(20))
        #expect(drain(&queue) == ["progress 20", "preview 2"])
        queue.add(preview(1))
        queue.add(progress(10))
        queue.add(preview(2))
        #expect(drain(&queue) == [])
        queue.add(preview(3))
        #expect(drain(&queue) == ["preview 3"])
    }

    @Test func `a policy holds for each reader`() {
        var off = UpdateQueue(previews: .off)
        off.add(preview(1))
        #expect(drain(&off) == [])
        var slow = UpdateQueue(previews: .every(.seconds(1)))
        for number in 1...5 {
            slow.add(preview(number, after: .milliseconds(400 * number)))
            if number == 1 { #expect(drain(&slow) == ["preview 1"]) }
        }
        #expect(drain(&slow) == ["preview 4"])
    }

    @Test func `a closed queue is at its end`() {
        var queue = UpdateQueue(previews: .all)
        queue.add(progress(1))
        queue.close()
        queue.finish(.failure(.notCached))
        #expect(drain(&queue) == [])
    }

    @Test func `before the end there is only waiting`() {
        var queue = UpdateQueue(previews: .all)
        guard case .wait = queue.next() else {
            Issue.record("there is something")
            return
        }
    }
}
