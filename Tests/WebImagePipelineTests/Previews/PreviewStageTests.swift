import Testing
import WebImageCoding
import WebImagePixels
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline
@testable import WebImageRuntime

/// The start of decoding in the stage that makes previews.
struct PreviewStageTests {
    /// Returns the number of sessions for a body that ended after the stage read it once.
    private func sessionCount(
        ofBytes count: Int, told: Int, budget: Int = 1 << 29
    ) async -> Int {
        let file = DotsFile()
        let decoder = DotsDecoder()
        let body = BodyBuffer()
        body.append(ByteBlock(copying: file.bytes.prefix(count)))
        let arrival = LatestValue(ArrivingBody())
        let progress = LoadProgress(receivedByteCount: told, expectedByteCount: file.bytes.count)
        arrival.note { $0.note(TransferUpdate(progress: progress, body: body)) }
        arrival.wake()
        let stage = PreviewStage(
            decode: PictureDecoder(
                codecs: CodecList(decoders: [decoder]), limits: DecodeLimits(),
                options: ImageOptions()),
            transform: TransformChain(transforms: []), decoder: nil,
            work: WorkExecutor(maxThreads: 1),
            memory: MemoryShares(
                budget: budget, settingName: "budget", decodeThreads: 1, transfers: 64),
            time: { .now },
            interval: {
                arrival.end()
                return .zero
            },
            publish: { _ in }, onFailure: { _ in })
        _ = await stage.run(arrival)
        return decoder.log.sessionCount
    }

    @Test func `a body of which some bytes were told begins to be decoded`() async {
        let some = DotsFile().byteCount(ofRows: 1)
        #expect(await sessionCount(ofBytes: some, told: some) == 1)
    }

    @Test func `a picture that will be refused for its memory has no previews`() async {
        let some = DotsFile().byteCount(ofRows: 1)
        #expect(await sessionCount(ofBytes: some, told: some, budget: 1) == 0)
    }

    // The first chunk is in the body before its notification, and may be all of it.
    @Test func `a body that is whole before a byte was told is left to its end`() async {
        let file = DotsFile()
        #expect(await sessionCount(ofBytes: file.bytes.count, told: 0) == 0)
        #expect(await sessionCount(ofBytes: file.bytes.count, told: file.bytes.count) == 0)
    }
}
