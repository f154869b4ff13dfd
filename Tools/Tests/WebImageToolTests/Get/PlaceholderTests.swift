import Testing
import WebImage
import WebImageTesting

/// The hashes of the first frame, printed by `info --placeholder`.
struct PlaceholderTests {
    @Test func `JSON has both hashes of the first frame`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("info", source, "--json", "--placeholder")
        let line = try #require(try outcome.json().first)
        let picture = Pictures.bitmap(40, 30)
        #expect(line.text("thumbhash") == ThumbHash(of: picture).base64)
        #expect(line.text("blurhash") == BlurHash(of: picture).text)
    }

    @Test func `without the flag there are none`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.png(), to: "in.png")
        let outcome = try await Tool().run("info", source, "--json")
        #expect(try outcome.json().first?.names.contains("thumbhash") == false)
    }
}
