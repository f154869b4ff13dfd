import Testing
import WebImageBytes
import WebImagePixels

@testable import WebImageMetadata

@Suite("XMP packets tell of the gain maps that there are") struct GainMapPacketTests {
    /// A packet of a motion photo with a gain map, and of its author.
    private static let kept = """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
        xmlns:h="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
        xmlns:C="http://ns.google.com/photos/1.0/container/"
        xmlns:I="http://ns.google.com/photos/1.0/container/item/" h:Version="1.0" dc:format="a">
        <C:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><C:Item I:Semantic="Primary"/></rdf:li>
        <rdf:li rdf:parseType="Resource"><C:Item I:Semantic="GainMap" I:Length="77"/></rdf:li><rdf:li
        rdf:parseType="Resource"><C:Item><I:Semantic>MotionPhoto</I:Semantic></C:Item></rdf:li></rdf:Seq>
        </C:Directory><h:GainMapMax>2</h:GainMapMax><dc:rights>(c) A</dc:rights></rdf:Description>
        </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """

    private func text(_ packet: [UInt8]?) throws -> String {
        String(decoding: try #require(packet), as: UTF8.self)
    }

    @Test func `the packet of a base names the new map, and not the old one`() throws {
        let writer = try #require(GainMapWriter(GainMapWriterTests.map, format: .jpeg))
        for kept in [nil, Array(Self.kept.utf8)] {
            let packet = try #require(writer.xmp(kept, mapByteCount: 4711))
            #expect(UltraHDRPacket.announces(packet))
            let text = try text(packet)
            #expect(text.contains("Item:Length=\"4711\"") && !text.contains("77"))
            #expect(
                text.components(of: "hdr-gain-map") == 1 && text.components(of: "GainMap\"") == 1)
            #expect(!text.contains("MotionPhoto") && !text.contains("GainMapMax"))
            if kept != nil {
                #expect(text.contains("<dc:rights>(c) A</dc:rights></rdf:Description>\n"))
                #expect(text.hasSuffix("</x:xmpmeta><?xpacket end=\"w\"?>"))
            }
        }
    }

    @Test func `a packet of another format names no map`() throws {
        let writer = try #require(GainMapWriter(GainMapWriterTests.map, format: .avif))
        #expect(writer.xmp(nil, mapByteCount: 1) == nil)
        let text = try text(writer.xmp(Array(Self.kept.utf8), mapByteCount: 1))
        #expect(!text.contains("hdr-gain-map") && !text.contains("Semantic"))
        #expect(text.contains("(c) A"))
    }

    @Test func `a cleaned packet keeps all else byte for byte`() throws {
        let text = try text(GainMapWriter.cleaned(Array(Self.kept.utf8)))
        var expected = Self.kept
        for part in [
            " h:Version=\"1.0\"", "<h:GainMapMax>2</h:GainMapMax>",
            "\nxmlns:h=\"http://ns.adobe.com/hdr-gain-map/1.0/\"",
            """
            <rdf:li rdf:parseType="Resource"><C:Item I:Semantic="GainMap" I:Length="77"/></rdf:li>
            """,
        ] {
            let range = try #require(expected.firstRange(of: part))
            expected.removeSubrange(range)
        }
        #expect(text == expected)
        let plain = MetadataFiles.xmp
        #expect(GainMapWriter.cleaned(plain) == plain)
        let entry = "<a><rdf:li I:Semantic='GainMap'/><rdf:li/></a>"
        #expect(try self.text(GainMapWriter.cleaned(Array(entry.utf8))) == "<a><rdf:li/></a>")
    }

    @Test(arguments: [
        "<a h:Version='GainMap' http://ns.adobe.com/hdr-gain-map/1.0/", "<a I:Semantic='GainMap' <",
        "</a>GainMap", "<!DOCTYPE a><a I:Semantic='GainMap'/>", "\0<a/>",
    ])
    func `a packet that cannot be read goes`(packet: String) throws {
        #expect(GainMapWriter.cleaned(Array(packet.utf8)) == nil)
        let writer = try #require(GainMapWriter(GainMapWriterTests.map, format: .jpeg))
        let text = try text(writer.xmp(Array(packet.utf8), mapByteCount: 1))
        #expect(text.hasPrefix("<x:xmpmeta") && text.contains("Item:Length=\"1\""))
    }

    @Test func `a packet without room for the announcement goes`() throws {
        let writer = try #require(GainMapWriter(GainMapWriterTests.map, format: .jpeg))
        let space = String(repeating: " ", count: 65_000)
        let long = Self.kept.replacing("</rdf:RDF>", with: "</rdf:RDF>" + space)
        let packet = try #require(writer.xmp(Array(long.utf8), mapByteCount: 1))
        #expect(packet.count < 1000 && UltraHDRPacket.announces(packet))
    }
}

extension String {
    /// Returns how often a text stands in this one.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
