import Testing
import WebImagePixels
import WebImagePlaceholders

struct ThumbHashTests {
    struct Vector: Sendable, CustomStringConvertible {
        let width: Int
        let height: Int
        var isRound = false
        let hash: String
        var description: String { "\(width)x\(height)\(isRound ? " with alpha" : "")" }
    }

    static let vectors = [
        Vector(width: 32, height: 24, hash: "oeYJPZhyeHaAiHiHmGiId4GACPh4"),
        Vector(width: 24, height: 32, hash: "oeYJRRhxdoCId4h4mIdod4KACPh4"),
        Vector(width: 100, height: 40, hash: "oeYJO5iCd4eAeHiIcYAI+Ig="),
        Vector(width: 7, height: 100, hash: "4eYNQRpwgYd4h4iHk4AH6Hg="),
        Vector(
            width: 60, height: 60, isRound: true, hash: "ouaFJQ4sgYmAeqiXh4GACPh4B1eHiIB0WA=="),
        Vector(width: 90, height: 31, isRound: true, hash: "4taFCoQ0h3mAfoiGgGn4dwfIh3iGeXg="),
        Vector(width: 17, height: 80, isRound: true, hash: "4uaBCQIikIeIn3agZwiJeGd3h4iAiec="),
    ]

    @Test(arguments: vectors)
    func `a picture has the hash the reference gives it`(_ vector: Vector) {
        let picture = placeholderPicture(vector.width, vector.height, isRound: vector.isRound)
        #expect(ThumbHash(of: picture).base64 == vector.hash)
    }

    @Test func `the published example decodes as the reference decodes it`() throws {
        let bitmap = try #require(ThumbHash(base64: "1QcSHQRnh493V4dIh4eXh1h4kJUI")).bitmap()
        #expect(bitmap.size == PixelSize(width: 23, height: 32))
        #expect(bitmap.isOpaque)
        let expected: [(Int, Int, SIMD4<Int>)] = [
            (0, 0, SIMD4(64, 78, 113, 255)), (22, 0, SIMD4(85, 109, 139, 255)),
            (11, 16, SIMD4(140, 110, 89, 255)), (0, 31, SIMD4(0, 12, 43, 255)),
            (22, 31, SIMD4(0, 4, 40, 255)),
        ]
        for (x, y, color) in expected {
            #expect(isClose(bitmap[x, y], color, tolerance: 1), "(\(x), \(y)): \(bitmap[x, y])")
        }
    }

    @Test func `transparency comes back`() throws {
        let text = "4/aFJRAsgImAiqiXiICACPh4B1eHiIB0WA=="
        let bitmap = try #require(ThumbHash(base64: text)).bitmap()
        #expect(!bitmap.isOpaque)
        #expect(bitmap[0, 0] == .zero)
        #expect(isClose(bitmap[16, 16], SIMD4(129, 133, 169, 255), tolerance: 1))
    }

    @Test func `aspect ratio and mean colour are those of the picture`() throws {
        let hash = ThumbHash(of: placeholderPicture(100, 40))
        #expect(abs(hash.aspectRatio - 2.5) < 0.2)
        #expect(hash.meanColor.w == 1)
        #expect(abs(hash.meanColor.x - 113.75 / 255) < 0.02)
    }

    @Test func `bytes come back as they are`() throws {
        for vector in Self.vectors {
            let hash = try #require(ThumbHash(base64: vector.hash))
            #expect(ThumbHash(bytes: hash.bytes) == hash)
            #expect(hash.base64 == vector.hash)
        }
    }

    @Test func `other bytes are no hash, whatever they are`() throws {
        let whole = try #require(ThumbHash(base64: "1QcSHQRnh493V4dIh4eXh1h4kJUI")).bytes
        for count in 0..<whole.count {
            #expect(ThumbHash(bytes: Array(whole[..<count])) == nil)
        }
        #expect(ThumbHash(bytes: whole + [0]) == nil)
        #expect(ThumbHash(base64: "no hash!") == nil)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 0..<30)).map { _ in UInt8.random(in: 0...255) }
            let size = ThumbHash(bytes: bytes)?.bitmap(longSide: 8).size
            #expect(size.map { max($0.width, $0.height) <= 8 } ?? true)
        }
    }

    @Test func `a large picture is hashed as its reduction`() {
        let size = ThumbHash(of: Bitmap(size: PixelSize(width: 3000, height: 2)))
        #expect(size.aspectRatio == 5)
    }
}
