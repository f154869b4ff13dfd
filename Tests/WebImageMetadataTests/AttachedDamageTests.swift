import Testing
import WebImageBytes
import WebImageMetadata
import WebImagePixels

/// The data behind damaged pictures, and parts behind a picture that may say a place.
struct AttachedDamageTests {
    private typealias Files = AttachedDataTests

    private static func attached(_ bytes: [UInt8], _ format: ImageFormat) -> AttachedData {
        AttachedData(of: Files.image(bytes, format))
    }

    /// Returns a picture that says a place in EXIF and XMP.
    private static func placed(_ more: [UInt8] = []) -> [UInt8] {
        let name = "http://ns.adobe.com/xap/1.0/\0"
        return Files.picture(MetadataFiles.segment(0xE1, name, MetadataFiles.xmp) + more)
    }

    /// Returns the bytes behind the picture once the place is removed, and what is lost.
    private static func rest(
        _ behind: [UInt8], of picture: [UInt8] = AttachedDataTests.picture()
    ) throws -> (bytes: [UInt8], lost: String) {
        let file = try Files.removed(picture + behind, .jpeg)
        #expect(file.starts(with: picture) && !Files.has("52,30", in: file))
        #expect(!Files.has("+52.5", in: file))
        let lost = Files.lost(picture + behind, .jpeg, in: file)
        return (Array(file.dropFirst(picture.count)), lost)
    }

    @Test func `an index for each of many segments takes linear time`() throws {
        let index = MetadataFiles.segment(0xE2, "MPF\0", []) + MetadataFiles.segment(0xF0, "", [])
        let many = Array(repeating: index, count: 60_000).joined()
        let clock = ContinuousClock()
        let time = try clock.measure { _ = try Files.removed(Files.picture(Array(many)), .jpeg) }
        // 60,000² / 2 steps over parts take more.
        #expect(time < .seconds(10))
    }

    enum Damage: CaseIterable { case strayByte, reservedMarker, anotherMarker }

    @Test(arguments: Damage.allCases)
    func `behind damage there may be more`(damage: Damage) throws {
        var first = Files.picture(
            MetadataFiles.segment(0xE0, "JFIF\0", [1, 2, 1, 0, 72, 0, 72, 0, 0]))
        switch damage {
        case .strayByte: first.insert(0, at: 2 + 18)
        case .reservedMarker: first.insert(contentsOf: [0xFF, 0x02], at: first.count - 4)
        case .anotherMarker: first.insert(contentsOf: [0xFF, 0x4F], at: first.count - 4)
        }
        let image = Files.image(first + Self.placed(), .jpeg)
        let found = AttachedData(of: image)
        #expect(found.mayHaveMore && !found.isEmpty)
        let lost = Files.lost(first + Self.placed(), .jpeg, in: Files.picture())
        #expect(lost.hasSuffix("what may follow the damage of the picture"))
        #expect(try MetadataRemoval(.dropLocation).file(of: image) == nil)
    }

    @Test func `another picture or film ends one without its end`() throws {
        let open = Array(Files.picture().dropLast(2))
        #expect(Self.attached(open, .jpeg).isEmpty)
        #expect(Files.lost(open + Self.placed(), .jpeg) == "1 further picture")
        let film = Self.attached(open + Files.film, .jpeg)
        #expect(film.filmCount == 1 || film.mayHaveMore)
        let file = try Files.removed(open + Self.placed(), .jpeg)
        #expect(file.starts(with: open) && !Files.has("52,30", in: file))
        #expect(Self.attached(file, .jpeg).pictureCount == 1)
        #expect(
            try MetadataRemoval(.dropLocation).file(of: Files.image(open + Files.film, .jpeg))
                == nil)
    }

    @Test func `a picture behind a damaged or cut GIF, PNG or AVIF counts`() {
        let gif = Array(MetadataFiles.gif.dropLast())
        let image = MetadataFiles.gif.lastIndex(of: 0x2C) ?? 0
        for (code, description) in [
            (0, ""), (1, " and what may follow the damage of the picture"),
        ] {
            let stray = gif[..<image] + [UInt8(code)] + gif[image...]
            let found = Files.lost(stray + Self.placed(), .gif)
            #expect(found == "1 further picture" + description)
        }
        #expect(Self.attached(Array(gif.dropLast(2)), .gif).isEmpty)
        #expect(Self.attached(Array(gif.dropLast(2)) + Self.placed(), .gif).pictureCount == 1)
        let png = Array(MetadataFiles.png().dropLast(6))
        #expect(Self.attached(Array(png.dropLast(12)), .png).isEmpty)
        #expect(Self.attached(Array(png.dropLast(12)) + Self.placed(), .png).pictureCount == 1)
        #expect(Self.attached(MetadataFiles.avif(), .avif).isEmpty)
        #expect(Self.attached(MetadataFiles.avif() + Self.placed(), .avif).pictureCount == 1)
        #expect(Self.attached(MetadataFiles.avif() + Files.film, .heic).filmCount == 1)
    }

    /// Returns a file of items, of properties for each, and of references.
    private static func media(
        _ kinds: [String], _ auxiliaries: [String?], _ references: [(String, UInt8, [UInt8])]
    ) -> [UInt8] {
        let infos = kinds.indices.flatMap { index -> [UInt8] in
            Files.box(
                "infe",
                [2, 0, 0, 0, 0, UInt8(index + 1), 0, 0] + Array(kinds[index].utf8) + [0])
        }
        let named = auxiliaries.indices.filter { auxiliaries[$0] != nil }
        let boxes = named.flatMap { index -> [UInt8] in
            Files.box("auxC", [0, 0, 0, 0] + Array((auxiliaries[index] ?? "").utf8) + [0])
        }
        let uses = named.enumerated().flatMap { index, item -> [UInt8] in
            [0, UInt8(item + 1), 1, UInt8(index + 1)]
        }
        let links = references.flatMap { kind, source, targets -> [UInt8] in
            Files.box(
                kind, [0, source, 0, UInt8(targets.count)] + targets.flatMap { [0, $0] })
        }
        let meta =
            Files.box("pitm", [0, 0, 0, 0, 0, 1])
            + Files.box("iinf", [0, 0, 0, 0, 0, UInt8(kinds.count)] + infos)
            + Files.box("iref", [0, 0, 0, 0] + links)
            + Files.box(
                "iprp",
                Files.box("ipco", boxes)
                    + Files.box("ipma", [0, 0, 0, 0, 0, 0, 0, UInt8(named.count)] + uses))
        return Files.box("ftyp", Array("heic".utf8) + [0, 0, 0, 0])
            + Files.box("meta", [0, 0, 0, 0] + meta)
    }

    @Test func `further pictures of AVIF and HEIC count, their parts do not`() {
        let alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
        let parts = Self.media(
            ["grid", "hvc1", "hvc1", "hvc1", "hvc1", "Exif"], [nil, nil, nil, nil, alpha],
            [("dimg", 1, [2, 3]), ("thmb", 4, [1]), ("auxl", 5, [1])])
        #expect(Self.attached(parts, .heic).isEmpty)
        let hevc = Self.media(
            ["hvc1", "hvc1"], [nil, "urn:mpeg:hevc:2015:auxid:1"], [("auxl", 2, [1])])
        #expect(Self.attached(hevc, .heic).isEmpty)
        let depth = Self.media(
            ["hvc1", "hvc1"], [nil, "urn:mpeg:hevc:2015:auxid:2"], [("auxl", 2, [1])])
        #expect(Files.lost(depth, .heic) == "1 depth map")
        let two = Self.media(["av01", "grid", "av01"], [], [("dimg", 2, [3])])
        #expect(Self.attached(two, .avif).pictureCount == 1)
        let gain = Self.media(["av01", "tmap", "av01"], [], [("dimg", 2, [1, 3])])
        // Without its numbers the map cannot be read.
        #expect(Files.lost(gain, .avif) == "1 further picture")
    }

    @Test func `further pages of TIFF count`() {
        func little(_ number: Int) -> [UInt8] { MetadataFiles.little(number) }
        let head = Array("II".utf8) + [42, 0] + little(8)
        let first = head + [0, 0] + little(14)
        #expect(Self.attached(head + [0, 0] + little(0), .tiff).isEmpty)
        #expect(Self.attached(first + [0, 0] + little(0), .tiff).pageCount == 2)
        // A chain that repeats itself, and one that leaves the file.
        #expect(Self.attached(first + [0, 0] + little(8), .tiff).pageCount == 2)
        #expect(Self.attached(first + [0, 0] + little(90), .tiff).pageCount == 2)
        let big = Array("MM".utf8) + [0, 43, 0, 8, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 16]
        let page = [UInt8](repeating: 0, count: 15)
        #expect(Self.attached(big + page + [32] + page + [0], .tiff).pageCount == 2)
        for count in big.indices { _ = Self.attached(Array(big[..<count]), .tiff) }
    }

    @Test func `parts that are not understood go, and are told`() throws {
        let webp = MetadataFiles.webp()
        let pair = try Self.rest(Self.placed() + webp)
        #expect(pair.bytes.count == Self.placed().count)
        #expect(pair.lost == "\(webp.count) bytes after the picture")
        // A part behind the other one keeps its offset.
        let between = try Self.rest(webp + Self.placed())
        #expect(between.bytes.prefix(webp.count).allSatisfy { $0 == 0 })
        #expect(between.bytes.count == webp.count + Self.placed().count)
        #expect(between.lost == "\(webp.count) bytes after the picture")
        let damaged: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 0]
        let both = try Self.rest(damaged + Self.placed())
        #expect(
            both.lost.hasPrefix("1 further picture") && both.bytes.count == 6 + Self.placed().count)
        let cut = try Self.rest(Self.placed() + Self.placed().dropLast(2))
        #expect(cut.lost.hasPrefix("1 further picture") && cut.bytes.count == Self.placed().count)
    }

    /// A film whose boxes hold another one with a place.
    private static func film(_ top: [UInt8] = [], movie: [UInt8] = [], track: [UInt8] = [])
        -> [UInt8]
    {
        Files.box("ftyp", Array("mp42".utf8) + [0, 0, 0, 0]) + top
            + Files.box("moov", movie + Files.box("trak", track)) + Files.box("mdat", [1, 2, 3, 4])
    }

    @Test func `boxes of films that may say a place become free space`() throws {
        let place = Array("+52.5+013.4/".utf8)
        for name in ["uuid", "meta", "free", "skip", "udta"] {
            let film = Self.film(Files.box(name, place))
            let rest = try Self.rest(film)
            #expect(rest.bytes.count == film.count && rest.lost.isEmpty, "\(name)")
        }
        for name in ["XMP_", "uuid", "gps ", "ID32"] {
            let box = Files.box(name, place)
            for film in [
                Self.film(movie: Files.box("udta", box)), Self.film(movie: box),
                Self.film(track: box), Self.film(track: Files.box("mdia", box)),
            ] {
                let rest = try Self.rest(film)
                #expect(rest.bytes.count == film.count && rest.lost.isEmpty, "\(name)")
            }
        }
        let keyed = Files.box("meta", Array("com.apple.quicktime.location.name".utf8) + place)
        #expect(try Self.rest(Self.film(movie: keyed)).lost.isEmpty)
        let title = Files.box("meta", Array("title".utf8))
        #expect(try Self.rest(Self.film(movie: title)).bytes == Self.film(movie: title))
    }

    @Test func `films that may say a place elsewhere go, and are told`() throws {
        let place = Array("+52.5+013.4/".utf8)
        let handler = Files.box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("meta".utf8))
        let cut = [0, 0, 0, 99] + Array("udta".utf8) + place
        for film in [
            Self.film(Files.box("moof", place)), Self.film(movie: Files.box("cmov", place)),
            Self.film(track: Files.box("mdia", handler)), Self.film(movie: cut),
            Self.film(movie: [1, 2, 3]), Array(Self.film().dropLast()),
        ] {
            let rest = try Self.rest(film)
            #expect(rest.bytes.isEmpty && rest.lost == "1 film")
        }
        let avif = try Self.rest(MetadataFiles.avif())
        #expect(avif.bytes.isEmpty && avif.lost == "1 further picture")
        let video = Files.box("hdlr", [0, 0, 0, 0, 0, 0, 0, 0] + Array("vide".utf8))
        let kept = Self.film(track: Files.box("mdia", video))
        #expect(try Self.rest(kept).bytes == kept)
        let bare = Files.box("ftyp", Array("mp42".utf8)) + Files.box("mdat", [1, 2])
        #expect(try Self.rest(bare).bytes == bare)
    }

    @Test func `more parts than a file has are other bytes`() throws {
        let many = Array(
            Array(repeating: [0xFF, 0xD8, 0xFF, 0xD9] as [UInt8], count: 1000).joined())
        let found = Self.attached(Files.picture() + many, .jpeg)
        #expect(found.pictureCount == 64 && found.otherByteCount == 4 * (1000 - 64))
        #expect(try Self.rest(many).bytes.count == 4 * 64)
    }
}
