import Testing
import WebImageBytes
import WebImageMetadata
import WebImagePixels

/// Files of which only the names of authors and the copyrights are kept.
struct CopyrightBlockTests {
    private static func kept(_ bytes: [UInt8], _ format: ImageFormat) throws -> [UInt8] {
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        let file = try #require(try MetadataRemoval(.copyright).file(of: image))
        return file.withUnsafeBytes { unsafe Array($0) }
    }

    private static func has(_ text: String, in bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: text.utf8) }
    }

    /// Returns what encoders embed of the blocks of a JPEG.
    private static func embedded(
        xmp: String = "", iptc: [UInt8] = [], exif: [UInt8]? = nil
    ) -> EmbeddedMetadata {
        let resource =
            Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc
            + (iptc.count % 2 == 0 ? [] : [0])
        let bytes =
            [0xFF, 0xD8]
            + MetadataFiles.segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", Array(xmp.utf8))
            + MetadataFiles.segment(0xED, "Photoshop 3.0\0", resource) + [0xFF, 0xD9]
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = .jpeg
        var metadata = ImageMetadata(size: PixelSize(width: 2, height: 1))
        metadata.exif = exif
        metadata.density = PixelDensity(x: 300, y: 300)
        var embedded = EmbeddedMetadata()
        embedded.fill(from: metadata, of: image, .copyright)
        return embedded
    }

    @Test(arguments: MetadataFiles.all.indices)
    func `the copyright stays alone`(index: Int) throws {
        let (format, bytes) = MetadataFiles.all[index]
        let file = try Self.kept(bytes, format)
        for trace in [
            "Berlin", "52,30", "13,24", "LocationShown", "Maker", "Title", "remark", "A picture",
            "behind", "2024", "Rating",
        ] {
            #expect(!Self.has(trace, in: file), "\(format): \(trace)")
        }
        #expect(Self.has("(c) A", in: file) == (format != .gif))
        #expect(Self.has("<dc:rights>(c) A</dc:rights>", in: file) == (format != .gif))
        #expect(try Self.kept(file, format) == file)
    }

    @Test(arguments: MetadataFiles.all.indices)
    func `damage anywhere does no harm`(index: Int) throws {
        let (format, bytes) = MetadataFiles.all[index]
        for at in stride(from: 0, to: bytes.count, by: 3) {
            var damaged = bytes
            for byte in [0xFF, 0, 0x26] as [UInt8] {
                damaged[at] = byte
                var image = EncodedImage(ByteBlock(copying: damaged))
                image.format = format
                _ = try MetadataRemoval(.copyright).file(of: image)
            }
        }
    }

    @Test func `a file that is copied keeps its turn beside the copyright`() throws {
        for (format, bytes) in [
            (.jpeg, MetadataFiles.jpeg()), (.png, MetadataFiles.png()),
            (.webp, MetadataFiles.webp(ExifBuilder.camera(isBig: true).bytes)),
        ] as [(ImageFormat, [UInt8])] {
            let file = try Self.kept(bytes, format)
            let start = try #require(
                file.indices.first { file[$0...].starts(with: [0x49, 0x49, 42, 0]) })
            let fields = ExifField.all(in: Array(file[start...]))
            #expect(fields.map(\.name) == ["Orientation", "Copyright"])
        }
    }

    @Test(arguments: [false, true])
    func `of EXIF artist and copyright stay`(isBig: Bool) throws {
        var block = ExifBuilder.camera(isBig: isBig)
        block.main.append((0x013B, 2, Array("An artist".utf8) + [0]))
        let embedded = Self.embedded(exif: block.bytes)
        let fields = ExifField.all(in: try #require(embedded.exif))
        #expect(
            fields
                == [
                    ExifField.all(in: block.bytes).first { $0.name == "Artist" },
                    ExifField.all(in: block.bytes).first { $0.name == "Copyright" },
                ].compactMap(\.self))
        #expect(embedded.density == nil)
        block.main.removeAll { [0x013B, 0x8298].contains($0.tag) }
        #expect(Self.embedded(exif: block.bytes).exif == nil)
    }

    @Test func `of IPTC byline, credit and notice stay, with their character set`() {
        func set(_ record: UInt8, _ number: UInt8, _ text: String) -> [UInt8] {
            [0x1C, record, number, 0, UInt8(text.utf8.count)] + Array(text.utf8)
        }
        let charset = set(1, 90, "\u{1B}%G")
        let kept = set(2, 80, "A") + set(2, 110, "B") + set(2, 116, "(c) é")
        let others = set(2, 5, "Title") + set(2, 90, "Berlin")
        #expect(Self.embedded(iptc: charset + others + kept).iptc == charset + kept)
        #expect(Self.embedded(iptc: charset + others).iptc == nil)
        #expect(Self.embedded(iptc: kept + [0x1C, 2]).iptc == nil)
    }

    @Test(arguments: [
        (
            #"<dc:rights><rdf:Alt><rdf:li xml:lang="x">(c) &amp;</rdf:li></rdf:Alt></dc:rights>"#,
            #"<dc:rights><rdf:Alt><rdf:li xml:lang="x">(c) &amp;</rdf:li></rdf:Alt></dc:rights>"#
        ),
        ("<dc:creator>a</dc:creator><dc:title>b</dc:title>", "<dc:creator>a</dc:creator>"),
        ("<xmpRights:Marked>True</xmpRights:Marked>", "<xmpRights:Marked>True</xmpRights:Marked>"),
        ("<dc:rights/><x:a/>", nil), ("<dc:rights>&a;</dc:rights>", nil),
        ("<dc:rights><other:b/></dc:rights>", nil), ("<dc:rights>a</dc:creator>", nil),
        ("<dc:rightsHolder>a</dc:rightsHolder>", nil), ("", nil),
    ])
    func `of XMP rights and creator stay`(text: String, kept: String?) {
        let packet =
            "<?xpacket?><x:xmpmeta><rdf:RDF><rdf:Description b='1'>\(text)"
            + "</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>  "
        let xmp = Self.embedded(xmp: packet).xmp.map { String(decoding: $0, as: UTF8.self) }
        guard let kept else {
            #expect(xmp == nil)
            return
        }
        #expect(xmp?.hasSuffix("/\">\(kept)</rdf:Description></rdf:RDF></x:xmpmeta>") == true)
        #expect(Self.embedded(xmp: xmp ?? "").xmp == xmp.map { Array($0.utf8) })
    }

    @Test func `properties that are attributes become elements`() {
        let packet = """
            <rdf:RDF><rdf:Description dc:rights="a 'b'" photoshop:City="Berlin" xmpRights:Owner='c'/>
            </rdf:RDF>
            """
        let xmp = String(decoding: Self.embedded(xmp: packet).xmp ?? [], as: UTF8.self)
        #expect(
            xmp.contains("<dc:rights>a 'b'</dc:rights><xmpRights:Owner>c</xmpRights:Owner></rdf:"))
        #expect(!xmp.contains("Berlin"))
    }
}
