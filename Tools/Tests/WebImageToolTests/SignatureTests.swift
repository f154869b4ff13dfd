import Testing
import WebImage
import WebImageTesting

/// The signature of the first frame, printed by `info --signature`.
struct SignatureTests {
    @Test func `JSON has the mean and 64 cells of the first frame`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("info", source, "--json", "--signature")
        let line = try #require(try outcome.json().first)
        let expected = ColorSignature(of: Pictures.bitmap(40, 30))
        let mean = try #require(line.numbers("mean_rgba"))
        #expect(zip(mean, expected.meanRGBA).allSatisfy { abs($0 - $1) <= 0.006 })
        #expect(outcome.text.contains("\"sig8x8\":[["))
    }

    @Test func `good and bad files get one line each, in order`() async throws {
        let folder = try Folder()
        let good = try folder.write(try Pictures.jpeg(), to: "good.jpg")
        let bad = try folder.write(Array(try Pictures.png().prefix(60)), to: "bad.png")
        let none = try folder.write(Array("text".utf8), to: "none.png")
        let outcome = try await Tool().run("info", "--json", "--signature", bad, good, none)
        #expect(outcome.status == 1)
        let lines = try outcome.json()
        #expect(lines.map { $0.text("source") } == [bad, good, none])
        #expect(lines.map { $0.names.contains("error") } == [true, false, true])
    }
}
