import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Animations that are encoded with another timing, and those made of frames.
struct AnimationTimingTests {
    private let file = DotsFile(size: PixelSize(width: 8, height: 4), frameCount: 3)

    /// Returns the durations and the plays that an encoder gets.
    private func seen(
        _ image: DecodedImage, _ timing: AnimationTiming
    ) async throws -> (durations: [Duration], loopCount: Int) {
        let encoder = TimingEncoder()
        var pipeline = DotsPipeline().pipeline
        pipeline.codecs.encoders.insert(encoder, at: 0)
        var settings = EncodeSettings()
        settings.animation = timing
        _ = try await pipeline.encode(image, as: .gif, settings: settings)
        return try #require(encoder.seen.values.first)
    }

    @Test func `speed, delay and plays are changed when encoding`() async throws {
        let image = try await DotsPipeline(file).image()
        let own = try await seen(image, AnimationTiming())
        #expect(own.durations == [20, 30, 40].map { .milliseconds($0) })
        #expect(own.loopCount == 3)
        let fast = try await seen(image, AnimationTiming(speed: 2, loopCount: 0))
        #expect(fast.durations == [10, 15, 20].map { .milliseconds($0) })
        #expect(fast.loopCount == 0)
        let even = try await seen(image, AnimationTiming(delay: .milliseconds(70)))
        #expect(even.durations == [70, 70, 70].map { .milliseconds($0) })
        let slow = try await seen(
            image, AnimationTiming(speed: 0.5, delay: .milliseconds(70), loopCount: 7))
        #expect(slow.durations == [140, 140, 140].map { .milliseconds($0) })
        #expect(slow.loopCount == 7)
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e-300, 1e300] as [Double])
    func `no factor makes durations negative or endless`(speed: Double) async throws {
        let image = try await DotsPipeline(file).image()
        let seen = try await seen(image, AnimationTiming(speed: speed, delay: .seconds(-1)))
        #expect(seen.durations == [.zero, .zero, .zero])
    }

    @Test func `another timing encodes an animation anew, and leaves a still alone`() async throws {
        for (frameCount, isOriginal) in [(3, false), (1, true)] {
            let test = DotsPipeline(DotsFile(frameCount: frameCount))
            var request = test.request()
            request.keepsEncodedBytes = true
            test.body.sendRest()
            let response = try await test.pipeline.image(for: request)
            var settings = EncodeSettings()
            settings.animation.speed = 2
            let bytes = try await test.pipeline.encode(response, as: .dots, settings: settings)
            #expect((bytes === response.encoded?.bytes) == isOriginal)
        }
    }

    @Test func `frames become an animation, and an animation frames`() async throws {
        let frames = (0..<3).map {
            ImageFrame(bitmap: file.bitmap(ofFrame: $0), duration: .milliseconds(30 + $0))
        }
        let image = DecodedImage(frames: frames, loopCount: 2)
        #expect(image.metadata.frameCount == 3)
        #expect(image.metadata.durations == frames.map(\.duration))
        #expect(image.metadata.loopCount == 2)
        #expect(image.poster == frames[0].bitmap)
        let bytes = try await DotsPipeline().pipeline.encode(image, as: .dots)
        let again = try await DotsPipeline().pipeline.image(
            for: ImageRequest(ImageSource.data(bytes))
        ).image
        #expect(again.frames?.loopCount == 2)
        #expect(try again.allFrames().map(\.bitmap) == frames.map(\.bitmap))
        #expect(try image.allFrames().map(\.duration) == frames.map(\.duration))
    }

    @Test func `one frame is a still image`() throws {
        let bitmap = file.bitmap(ofFrame: 0)
        let image = DecodedImage(frames: [ImageFrame(bitmap: bitmap, duration: .seconds(1))])
        #expect(image.frames == nil)
        #expect(image.metadata.frameCount == 1)
        #expect(try image.allFrames().map(\.bitmap) == [bitmap])
    }
}

/// An encoder that notes the timing of animations.
private struct TimingEncoder: AnimatedImageEncoder {
    let seen = Recorder<(durations: [Duration], loopCount: Int)>()
    var identity: String { "timing" }
    var format: ImageFormat { .gif }

    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        ByteBlock(copying: [1])
    }

    func encode(
        _ frames: any FrameProvider, settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock {
        seen.note((frames.rawDurations, frames.loopCount))
        return ByteBlock(copying: [1])
    }
}
