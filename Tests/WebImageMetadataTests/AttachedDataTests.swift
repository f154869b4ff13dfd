import Testing
import WebImageBytes
import WebImageMetadata
import WebImagePixels

/// Pictures and films behind a picture, whose metadata is removed without encoding it.
struct AttachedDataTests {
    static func image(_ bytes: [UInt8], _ format: ImageFormat) -> EncodedImage {
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        return image
    }

    /// Returns what a file has besides its picture and another one lacks, in words.
    static func lost(
        _ bytes: [UInt8], _ format: ImageFormat, in written: [UInt8] = []
    ) -> String {
        let losses = FileContent(of: image(bytes, format)).losses {
            FileContent(
                of: written.isEmpty ? EncodedImage(ByteBlock(copying: [])) : image(written, format))
        }
        return losses.filter(\.kind.isBesidePicture).map(\.description).joined(separator: " and ")
    }

    static func removed(
        _ bytes: [UInt8], _ format: ImageFormat, _ policy: MetadataPolicy = .dropLocation
    ) throws -> [UInt8] {
        let file = try MetadataRemoval(policy).file(of: image(bytes, format))
        return try #require(file).withUnsafeBytes { unsafe Array($0) }
    }

    static func has(_ text: String, in bytes: [UInt8]) -> Bool {
        let part = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    /// A film with a place in each of three spellings, and a name.
    static let film: [UInt8] = {
        let place = Array("+52.5+013.4/".utf8)
        let key = Array("com.apple.quicktime.location.ISO6709".utf8)
        let user = box("\u{A9}xyz", place) + box("loci", place) + box("name", Array("Cat".utf8))
        let film = box("udta", user) + box("meta", key + place) + box("trak", box("udta", user))
        return box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0]) + box("moov", film)
            + box("mdat", [1, 2, 3, 4])
    }()

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        MetadataFiles.big(content.count + 8)
            + name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } + content
    }

    /// A small picture whose second scan needs no table.
    static func picture(_ segments: [UInt8] = []) -> [UInt8] {
        [0xFF, 0xD8] + segments + MetadataFiles.segment(0xDA, "", [1, 1, 0])
            + [1, 2, 0xFF, 0, 3, 0xFF, 0xD9]
    }

    /// A file of two pictures with an index of them between its other segments.
    static func pair(before: [UInt8], after: [UInt8]) -> [UInt8] {
        func little(_ number: Int) -> [UInt8] { MetadataFiles.little(number) }
        let second = picture(MetadataFiles.segment(0xE2, "ICC_PROFILE\0", [1, 1, 7]))
        func file(_ first: Int, _ offset: Int) -> [UInt8] {
            let index: [UInt8] =
                Array("II".utf8) + [42, 0] + little(8) + [1, 0] + [0x02, 0xB0, 7, 0] + little(32)
                + little(26) + little(0)
                + little(0x2003_0000) + little(first) + little(0) + little(0)
                + little(0) + little(second.count) + little(offset) + little(0)
            return picture(before + MetadataFiles.segment(0xE2, "MPF\0", index) + after)
        }
        let count = file(0, 0).count
        return file(count, count - 2 - before.count - 8) + second
    }

    /// Returns the first picture's size, and the second one's place, as the index of a file says.
    private static func index(of file: [UInt8]) throws -> (first: Int, second: Int) {
        let name = Array("MPF\0".utf8)
        let start = try #require(file.indices.first { file[$0...].starts(with: name) }) + 4
        func number(_ place: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(file[start + place + $1]) << ($1 * 8) }
        }
        return (number(26 + 4), start + number(26 + 16 + 8))
    }

    @Test func `the index of a second picture is right after segments changed their size`() throws {
        let exif = MetadataFiles.segment(0xE1, "Exif\0\0", ExifBuilder.camera().bytes)
        let unknown = MetadataFiles.segment(0xE5, "Maker", [1, 2, 3])
        for (before, after) in [(exif, []), ([], exif), (unknown, exif), (exif, unknown)] {
            let whole = Self.pair(before: before, after: after)
            let old = try Self.index(of: whole)
            #expect(whole[old.second...].starts(with: [0xFF, 0xD8]) && old.first == old.second)
            let file = try Self.removed(whole, .jpeg)
            let isShorter = unknown == before || unknown == after
            #expect(file != whole && isShorter == (file.count < whole.count))
            let new = try Self.index(of: file)
            #expect(new.first == new.second && file[new.second...] == whole[old.second...])
            let attached = AttachedData(of: Self.image(file, .jpeg))
            #expect(attached.pictureCount == 1 && attached.otherByteCount == 0)
            #expect(try Self.removed(file, .jpeg) == file)
        }
    }

    @Test func `without a place the file stays as it is`() throws {
        let pair = Self.pair(before: [], after: [])
        #expect(try Self.removed(pair, .jpeg) == pair)
        let padded = pair + [0, 0, 0] + Self.picture()
        #expect(try Self.removed(padded, .jpeg) == padded)
    }

    @Test(arguments: [ImageFormat.jpeg, .png, .webp, .gif])
    func `a film behind a picture stays without its place`(format: ImageFormat) throws {
        let files: [ImageFormat: [UInt8]] = [
            .jpeg: MetadataFiles.jpeg(), .png: Array(MetadataFiles.png().dropLast(6)),
            .webp: MetadataFiles.webp(), .gif: Array(MetadataFiles.gif.dropLast()),
        ]
        let whole = try #require(files[format])
        let file = try Self.removed(whole + Self.film, format)
        #expect(file.suffix(Self.film.count).starts(with: Self.film.prefix(16)))
        #expect(!Self.has("+52.5", in: file) && Self.has("Cat", in: file))
        #expect(try file.dropLast(Self.film.count) == Self.removed(whole, format)[...])
        let attached = AttachedData(of: Self.image(file, format))
        #expect(attached.filmCount == 1 && Self.lost(file, format, in: file).isEmpty)
        let none = try Self.removed(file, format, .drop)
        #expect(AttachedData(of: Self.image(none, format)).isEmpty)
        #expect(Self.lost(file, format, in: none) == "1 film")
    }

    @Test func `the film of a motion photo in HEIC stays without its place`() throws {
        let film = Self.box("mpvd", Self.film)
        let file = try Self.removed(MetadataFiles.avif() + film, .heic)
        #expect(file.suffix(film.count).starts(with: film.prefix(24)))
        #expect(!Self.has("+52.5", in: file) && Self.has("Cat", in: file))
        #expect(AttachedData(of: Self.image(file, .heic)).filmCount == 1)
        let dropped = try Self.removed(MetadataFiles.avif() + film, .heic, .drop)
        #expect(AttachedData(of: Self.image(dropped, .heic)).filmCount == 0)
    }

    @Test func `bytes that are not understood go, and are counted`() throws {
        let whole = Self.picture()
        let behind = whole + Array("berlin".utf8)
        #expect(Self.lost(behind, .jpeg, in: whole) == "6 bytes after the picture")
        #expect(try Self.removed(whole + Array("berlin".utf8), .jpeg) == whole)
        #expect(AttachedData(of: Self.image(whole + [0, 0], .jpeg)).isEmpty)
        #expect(AttachedData(of: Self.image(whole, .jpeg)).isEmpty)
        let both = whole + whole + whole + Self.film
        #expect(Self.lost(both, .jpeg, in: whole) == "2 further pictures and 1 film")
    }

    @Test func `files cut or changed at any byte are read without a trap`() throws {
        let exif = MetadataFiles.segment(0xE1, "Exif\0\0", ExifBuilder.camera().bytes)
        let whole = Self.pair(before: exif, after: []) + MetadataFiles.jpeg() + Self.film
        for count in whole.indices {
            let cut = Self.image(Array(whole[..<count]), .jpeg)
            _ = AttachedData(of: cut)
            _ = try MetadataRemoval(.dropLocation).file(of: cut)
            var bytes = whole
            bytes[count] ^= 0xFF
            _ = AttachedData(of: Self.image(bytes, .jpeg))
            let file = try MetadataRemoval(.dropLocation).file(of: Self.image(bytes, .jpeg))
            #expect(file.map { $0.count <= whole.count } ?? true)
        }
    }
}
