import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// Responses that are encoded in their own format.
struct UnchangedBytesTests {
    private static let size = PixelSize(width: 8, height: 4)

    /// Returns the bytes of a file, those it is encoded to, and the number of pictures made.
    private func encoded(
        frameCount: Int = 1, _ settings: EncodeSettings = EncodeSettings(),
        _ change: (inout ImageRequest) -> Void = { _ in }
    ) async throws -> (isOriginal: Bool, size: PixelSize) {
        let test = DotsPipeline(
            DotsFile(size: Self.size, frameCount: frameCount, loopCount: frameCount))
        var request = test.request()
        request.keepsEncodedBytes = true
        change(&request)
        test.body.sendRest()
        let response = try await test.pipeline.image(for: request)
        let bytes = try await test.pipeline.encode(response, as: .dots, settings: settings)
        let original = try #require(response.encoded).bytes
        let again = try await test.pipeline.info(for: ImageRequest(ImageSource.data(bytes)))
        return (bytes === original, again.metadata.size)
    }

    @Test func `without any change the original bytes are returned`() async throws {
        #expect(try await encoded().isOriginal)
        #expect(try await encoded(frameCount: 3).isOriginal)
    }

    @Test(arguments: [1, 79, 80, 81, 100])
    func `a stated quality encodes anew, whatever it is`(quality: Int) async throws {
        #expect(try await !encoded(EncodeSettings(quality: quality)).isOriginal)
        var settings = EncodeSettings()
        settings.quality = quality
        #expect(try await !encoded(settings).isOriginal)
    }

    @Test func `settings that change nothing leave the bytes alone`() async throws {
        let box = PixelSize(width: 100, height: 100)
        #expect(try await encoded(EncodeSettings(maxByteCount: 100_000)).isOriginal)
        #expect(try await encoded(EncodeSettings(maxSize: box)).isOriginal)
        #expect(try await encoded(EncodeSettings(maxSize: Self.size)).isOriginal)
        #expect(try await encoded(EncodeSettings(matte: SIMD3(0, 0, 0))).isOriginal)
        #expect(try await encoded { $0.targetSize = box }.isOriginal)
        #expect(try await encoded { $0.firstFrameOnly = true }.isOriginal)
        let still = [BuiltInTransform.blur(0), .rotate(degrees: 360), .contrast(1)]
        #expect(try await encoded { $0.transforms = still }.isOriginal)
        #expect(try await encoded(frameCount: 3) { $0.transforms = still }.isOriginal)
        #expect(try await !encoded { $0.transforms = still + [.sepia()] }.isOriginal)
    }

    @Test func `settings that change something encode anew`() async throws {
        let half = PixelSize(width: 4, height: 2)
        let small = try await encoded(EncodeSettings(maxSize: half))
        #expect(!small.isOriginal && small.size == half)
        let scaled = try await encoded { $0.targetSize = half }
        #expect(!scaled.isOriginal && scaled.size == half)
        let first = try await encoded(frameCount: 3) { $0.firstFrameOnly = true }
        #expect(!first.isOriginal)
        #expect(try await !encoded { $0.transforms = [.grayscale()] }.isOriginal)
        #expect(try await !encoded(EncodeSettings(isLossless: true)).isOriginal)
        #expect(try await !encoded(EncodeSettings(effort: 3)).isOriginal)
        let limited = try await encoded(EncodeSettings(maxByteCount: 100))
        #expect(!limited.isOriginal && limited.size.area < Self.size.area)
    }

    @Test func `another format encodes, as does a response without bytes`() async throws {
        let test = DotsPipeline()
        test.body.sendRest()
        let response = try await test.pipeline.image(for: test.request())
        #expect(response.encoded == nil)
        let bytes = try await test.pipeline.encode(response, as: .dots)
        #expect(EncodedImage(bytes).bytes.count > 0)
        let bitmap = try await test.pipeline.encode(response, as: .bmp)
        #expect(EncodedImage(bitmap).format == .bmp)
    }
}

/// Values noted from any thread.
final class Recorder<Value: Sendable>: Sendable {
    private let state = Mutex<[Value]>([])
    var values: [Value] { state.withLock { $0 } }
    func note(_ value: Value) { state.withLock { $0.append(value) } }
}
