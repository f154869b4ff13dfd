import FoundationEssentials
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageTesting

@testable import WebImagePipeline

/// Alternatives for callers that follow a load, or want a file.
struct AlternativeUpdateTests {
    @Test func `progress begins anew with each source`() async throws {
        let page = ByteBlock(copying: [UInt8](repeating: 60, count: 5000))
        let hosts = SeveralHosts(["a": .bytes(page), "b": .picture(9)])
        var request = hosts.request(.host("b"))
        request.progressInterval = .zero
        var counts: [Int] = []
        var last: ImageResponse?
        for await update in hosts.pipeline.updates(for: request) {
            if case .progress(let progress) = update { counts.append(progress.receivedByteCount) }
            if case .finished(let result) = update { last = try result.get() }
        }
        #expect(last?.alternative == 0)
        #expect(counts.last == TestPipeline.picture(width: 9).count)
    }

    @Test func `nothing of a source comes after the next began`() {
        let start = ContinuousClock.now
        var queue = UpdateQueue(previews: .all)
        let preview = { (number: Int) in
            let image = DecodedImage(poster: Bitmap(size: PixelSize(width: number, height: 1)))
            return ImageLoadUpdate(
                progress: LoadProgress(receivedByteCount: number, expectedByteCount: nil),
                preview: Preview(image: image, number: number, time: start))
        }
        queue.add(preview(50))
        queue.begin(1)
        queue.add(preview(60))
        #expect(!queue.hasNext)
        queue.add(preview(2), of: 1)
        guard case .update(.progress(let progress)) = queue.next(),
            case .update(.preview(let image)) = queue.next()
        else {
            Issue.record("an update is missing")
            return
        }
        #expect(progress.receivedByteCount == 2 && image.size.width == 2)
    }

    @Test func `a file is made of the alternative and kept under its key`() async throws {
        let hosts = SeveralHosts(["a": .status(500), "b": .picture(9)])
        let request = hosts.request(.host("b"))
        let file = try await hosts.pipeline.file(for: request, as: .bmp)
        #expect(file.size.width == 9 && file.alternative == 0)
        let own = try await hosts.pipeline.file(
            for: ImageRequest(SeveralHosts.url("b")), as: .bmp)
        #expect(own.origin == .memory)
        let named = try await hosts.pipeline.file(
            for: request, named: "word", onProgress: { _ in },
            choosing: { _, _ throws(CodecError) in FileChoice(.bmp) })
        #expect(named.alternative == 0)
        #expect(hosts.asked.filter { $0 == "b" }.count == 1)
    }

    @Test func `who stops reading ends the load of an alternative`() async throws {
        let hosts = SeveralHosts(["a": .bytes(SeveralHosts.page), "b": .picture(9)])
        _ = await hosts.test.error(of: ImageRequest(SeveralHosts.url("a")))
        let (loader, pipeline) = (hosts.loader, hosts.pipeline)
        loader.freeze()
        let request = hosts.request(.host("b"))
        let reader = Task { for await _ in pipeline.updates(for: request) {} }
        #expect(await eventually { loader.loadCount == 2 })
        reader.cancel()
        #expect(await eventually { loader.cancelCount == 1 })
        await reader.value
        loader.thaw()
    }
}
