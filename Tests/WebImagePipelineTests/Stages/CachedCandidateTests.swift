import Foundation
import Testing
import WebImageCoding
import WebImagePixels

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline

/// The three cases of what the caches have for a request.
struct CachedCandidateTests {
    private func record(_ seconds: Double, _ body: String) -> ExchangeRecord {
        let time = Date(timeIntervalSince1970: seconds)
        return ExchangeRecord(
            url: "http://origin.test/a", requestedAt: time, receivedAt: time,
            body: BodyFingerprint(of: ByteBlock(copying: Array(body.utf8))))
    }

    private func image(_ seconds: Double, _ body: String) -> CachedImage {
        CachedImage(
            image: DecodedImage(poster: Bitmap(size: PixelSize(width: 2, height: 2))),
            record: record(seconds, body))
    }

    private func data(_ seconds: Double, _ body: String) -> LoadedData {
        LoadedData(
            encoded: EncodedImage(ByteBlock(copying: Array(body.utf8))), origin: .disk, head: nil,
            record: record(seconds, body), expires: nil)
    }

    /// Returns the case and the parts of a candidate in words.
    private func words(_ candidate: CachedCandidate) -> String {
        func words(_ content: CachedContent) -> String {
            switch content.parts {
            case .image(_, let place): "image from \(place)"
            case .bytes: "bytes"
            case .both(_, let place, _): "bytes, image from \(place)"
            }
        }
        return switch candidate {
        case .nothing: "nothing"
        case .confirmable(let content): "confirmable: " + words(content)
        case .answer(let content):
            "answer\(content.isStale ? ", stale" : ""): " + words(content)
        }
    }

    private func candidate(
        _ image: CachedImage?, _ data: LoadedData?, mayAnswer: Bool = false, isStale: Bool = false
    ) -> String {
        words(
            CachedCandidate(
                newerOf: image, from: .memory, and: data, judge: { _ in (mayAnswer, isStale) }))
    }

    @Test func `without an image and bytes it is nothing, whatever may answer`() {
        #expect(candidate(nil, nil, mayAnswer: true) == "nothing")
    }

    @Test func `an image that is made already answers`() {
        let fresh = CachedCandidate(answer: image(1, "a"), isStale: false)
        #expect(words(fresh) == "answer: image from disk")
        let stale = CachedCandidate(answer: image(1, "a"), isStale: true)
        #expect(words(stale) == "answer, stale: image from disk")
    }

    @Test func `bytes answer if they may, else the origin confirms them`() {
        #expect(candidate(nil, data(1, "a")) == "confirmable: bytes")
        #expect(candidate(nil, data(1, "a"), mayAnswer: true) == "answer: bytes")
        let stale = candidate(nil, data(1, "a"), mayAnswer: true, isStale: true)
        #expect(stale == "answer, stale: bytes")
    }

    @Test func `an image of the same bytes goes along`() {
        #expect(
            candidate(image(1, "a"), data(2, "a"), mayAnswer: true)
                == "answer: bytes, image from memory")
        #expect(candidate(image(1, "a"), data(2, "a")) == "confirmable: bytes, image from memory")
    }

    @Test func `of an image and other bytes the newer stays, and an image may only be confirmed`() {
        #expect(candidate(image(1, "a"), data(2, "b"), mayAnswer: true) == "answer: bytes")
        #expect(
            candidate(image(2, "a"), data(1, "b"), mayAnswer: true)
                == "confirmable: image from memory")
        #expect(candidate(image(1, "a"), nil, mayAnswer: true) == "confirmable: image from memory")
    }
}
