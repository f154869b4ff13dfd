import Testing
import WebImageCoding
import WebImagePixels

/// Frames as encoders take them.
struct EncodedFramesTests {
    private static let size = PixelSize(width: 4, height: 3)

    @Test func `frames have the size of the animation`() throws {
        let frames = Frames { index in
            let size = index == 0 ? Self.size : PixelSize(width: 3, height: 4)
            return ImageFrame(bitmap: Bitmap(size: size), duration: .zero)
        }
        #expect(try frames.bitmap(at: 0, for: .gif).size == Self.size)
        #expect(throws: CodecError.encoding(.gif, "frame 1 is 3x4, the animation is 4x3")) {
            try frames.bitmap(at: 1, for: .gif)
        }
    }

    @Test func `an error of a provider becomes the codec's`() {
        struct Failure: Error {}
        #expect(throws: CodecError.encoding(.jxl, "frame 2: Failure()")) {
            try Frames { _ in throw Failure() }.bitmap(at: 2, for: .jxl)
        }
        #expect(throws: CodecError.cancelled) {
            try Frames { _ in throw CodecError.cancelled }.bitmap(at: 2, for: .jxl)
        }
    }

    @Test func `no frame is asked for after the end of its task`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try Frames { _ in throw CodecError.noCodec(.avif) }.bitmap(at: 0, for: .avif)
        }
        await #expect(throws: CodecError.cancelled) { try await task.value }
    }

    @Test func `alpha is written if it is needed`() throws {
        let file = ByteBlock(copying: [1])
        var asked: [Bool] = []
        let found = try ImageFormat.apng.fileOfFrames { (hasAlpha) throws(CodecError) in
            asked.append(hasAlpha)
            return hasAlpha ? file : nil
        }
        #expect(found == file)
        #expect(asked == [false, true])
        #expect(throws: CodecError.encoding(.apng, "the animation has no frames")) {
            try ImageFormat.apng.fileOfFrames { (_) throws(CodecError) in nil }
        }
    }

    @Test(arguments: [
        (Duration.zero, UInt32(0)), (.microseconds(499), 0), (.microseconds(500), 1),
        (.milliseconds(1999), 1999), (.microseconds(1_999_500), 2000), (.milliseconds(-5), 0),
        (.seconds(5_000_000), .max), (.seconds(Int64.max), .max), (.seconds(-7), 0),
    ])
    func `durations are rounded to milliseconds`(duration: Duration, expected: UInt32) {
        #expect(duration.wholeMilliseconds == expected)
    }

    /// An animation whose frames are made when they are asked for.
    private final class Frames: FrameProvider {
        let size = EncodedFramesTests.size
        let count = 3
        let loopCount = 0
        let residentByteCount = 0
        let durations = [Duration](repeating: .zero, count: 3)
        var rawDurations: [Duration] { durations }
        private let make: @Sendable (Int) throws -> ImageFrame

        init(_ make: @escaping @Sendable (Int) throws -> ImageFrame) { self.make = make }

        func frame(at index: Int) throws -> ImageFrame { try make(index) }
    }
}
