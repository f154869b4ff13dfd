import Testing

/// Pictures and films behind a picture, which are kept, told or not given up.
struct AttachedTests {
    /// Returns a JPEG with a film behind it.
    private static func motion() throws -> [UInt8] {
        let kind: [UInt8] = [0, 0, 0, 16] + Array("ftypmp42".utf8) + [0, 0, 0, 0]
        let content: [UInt8] = [0, 0, 0, 12] + Array("mdat".utf8) + [1, 2, 3, 4]
        return Array(try Pictures.jpeg()) + kind + content
    }

    @Test func `a film stays if the place goes, and is told if all metadata go`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.motion(), to: "in.jpg")
        let kept = try await Tool().run(
            "get", source, "--strip", "gps", "-o", folder("kept.jpg"))
        #expect(kept.status == 0 && kept.errors.isEmpty, "\(kept.errors)")
        #expect(try folder.read("kept.jpg") == Self.motion())
        let dropped = try await Tool().run(
            "get", source, "--strip", "all", "-o", folder("dropped.jpg"))
        #expect(dropped.status == 0)
        #expect(dropped.errors.contains("in.jpg: not written: 1 film"), "\(dropped.errors)")
    }

    @Test func `each kind of loss is told once a run, and all are in JSON`() async throws {
        let folder = try Folder()
        let picture = Array(try Pictures.jpeg())
        let sources = [
            try folder.write(try Self.motion(), to: "a.jpg"),
            try folder.write(try Self.motion(), to: "b.jpg"),
            try folder.write(picture + picture, to: "c.jpg"),
        ]
        let words = ["get"] + sources + ["--size", "9x", "-o", folder("out/")]
        let outcome = try await Tool().run(words + ["--json"])
        // Sources are written at the same time.
        let told = outcome.errors.split(separator: "\n").compactMap {
            $0.split(separator: ": ").last
        }
        #expect(told.sorted() == ["1 film", "1 further picture"], "\(outcome.errors)")
        let dropped = try outcome.json().map { $0.list("dropped") }
        #expect(dropped.map(\.count) == [1, 1, 1])
        #expect(try await Tool().run(words + ["--quiet"]).errors.isEmpty)
        let copied = try await Tool().run(["get"] + sources + ["-o", folder("copies/"), "--json"])
        #expect(copied.errors.isEmpty)
        #expect(try copied.json().map { $0.list("dropped").count } == [0, 0, 0])
    }

    @Test(arguments: [["--strip", "all"], ["--size", "9x"], ["--quality", "50"]])
    func `a source is not replaced by a picture without its film`(words: [String]) async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.motion(), to: "in.jpg")
        let all = ["get", source, "--in-place", "-o", source] + words
        let refused = try await Tool().run(all)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("would lose 1 film; --drop-attached permits it"))
        #expect(try folder.read("in.jpg") == Self.motion())
        #expect(try await Tool().run(all + ["--drop-attached"]).status == 0)
        #expect(try folder.read("in.jpg").count < Self.motion().count)
        // To another place it is written.
        try folder.write(try Self.motion(), to: "in.jpg")
        let other = try await Tool().run(["get", source, "-o", folder("out.jpg")] + words)
        #expect(other.status == 0)
    }

    @Test func `a place is removed from a source with a film`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.motion(), to: "in.jpg")
        let outcome = try await Tool().run(
            "get", source, "--strip", "gps", "--in-place", "-o", source)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try folder.read("in.jpg") == Self.motion())
    }

    @Test func `the permission is refused without a source to replace`() async throws {
        let folder = try Folder()
        let source = try folder.write(try Self.motion(), to: "in.jpg")
        let outcome = try await Tool().run(
            "get", source, "--drop-attached", "-o", folder("out.jpg"))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("--drop-attached needs --in-place"))
    }
}
