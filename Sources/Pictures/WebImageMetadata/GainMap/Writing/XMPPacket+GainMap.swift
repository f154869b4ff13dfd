import WebImageBytes

extension XMPPacket {
    /// Removes the numbers of a gain map, and its entry in the directory of what stands behind a
    /// picture.
    ///
    /// - Returns: `false` if the packet cannot be read, so that it must go as a whole.
    mutating func removeGainMap() -> Bool {
        // UTF-16 and UTF-32 have zeros.
        guard !bytes.contains(0) else { return false }
        do throws(CodecError) {
            for range in try entries().reversed() { replace(range, with: []) }
        } catch {
            return false
        }
        return removeProperties(of: [
            "http://ns.adobe.com/hdr-gain-map/", "http://ns.apple.com/HDRGainMap/",
        ])
    }

    /// Returns the ranges of the list entries of gain maps, in order and apart from each other.
    private func entries() throws(CodecError) -> [Range<Int>] {
        guard bytes.contains("GainMap") else { return [] }
        var scanner = MarkupScanner(bytes, at: 0)
        var found: [Range<Int>] = []
        var open: [(name: Range<Int>, start: Int, isMap: Bool)] = []
        func close(_ scanner: MarkupScanner) throws(CodecError) {
            guard let last = open.popLast() else { throw scanner.damaged("an end tag") }
            guard last.isMap else { return }
            while let inner = found.last, inner.lowerBound >= last.start { found.removeLast() }
            found.append(last.start..<scanner.place)
        }
        while case let start = scanner.place, let part = try scanner.next() {
            switch part {
            case .start(let tag):
                let namesMap = tag.attributes.contains { isSemantic($0.name) && isMap($0.value) }
                guard open.count < Self.deepest else { throw scanner.damaged("the depth") }
                open.append((tag.name, start, false))
                if namesMap { Self.mark(&open, bytes) }
                if tag.isEmpty { try close(scanner) }
            case .text(let range):
                if let last = open.last, isSemantic(last.name), isMap(range) {
                    Self.mark(&open, bytes)
                }
            case .end: try close(scanner)
            case .section, .comment: break
            }
        }
        return found
    }

    /// The most open elements; a directory of parts has a dozen.
    private static let deepest = 256

    /// Marks the innermost list entry that is open.
    private static func mark(
        _ open: inout [(name: Range<Int>, start: Int, isMap: Bool)], _ bytes: [UInt8]
    ) {
        let entry = open.lastIndex { bytes[$0.name].elementsEqual("rdf:li".utf8) }
        if let entry { open[entry].isMap = true }
    }

    private func isSemantic(_ name: Range<Int>) -> Bool {
        bytes[name].suffix(9).elementsEqual(":Semantic".utf8)
    }

    private func isMap(_ value: Range<Int>) -> Bool {
        String(decoding: bytes[value], as: UTF8.self).filter { !$0.isWhitespace } == "GainMap"
    }
}

extension XMPPacket {
    /// Returns a packet without the properties of what stands behind a picture; nil if it cannot be
    /// read.
    static func withoutParts(_ kept: [UInt8]) -> XMPPacket? {
        var packet = XMPPacket(kept)
        return !kept.contains(0) && packet.removeParts() ? packet : nil
    }

    /// Returns the packet of a JPEG base with a gain map behind it (Ultra HDR 1.0).
    ///
    /// - Parameters:
    ///   - mapByteCount: The number of bytes of the map's file.
    ///   - kept: A packet whose other properties are kept, if it can be read and there is room for
    ///     them; nil for none.
    static func announcing(mapByteCount: Int, besides kept: [UInt8]?) -> [UInt8] {
        let announcement = Array(announcement(mapByteCount).utf8)
        if let kept = kept.flatMap({ withoutParts($0) }),
            let whole = kept.inserting(announcement), whole.count <= most
        {
            return whole
        }
        let empty = XMPPacket(
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
                xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>
                """.utf8))
        return empty.inserting(announcement) ?? []
    }

    /// The most bytes of a packet in one segment of JPEG.
    private static let most = 0xFFFF - 2 - JPEGMetadata.xmpName.utf8CodeUnitCount

    private static func announcement(_ mapByteCount: Int) -> String {
        """
        <rdf:Description rdf:about="" xmlns:hdrgm="\(UltraHDRPacket.namespace)" \
        xmlns:Container="http://ns.google.com/photos/1.0/container/" \
        xmlns:Item="http://ns.google.com/photos/1.0/container/item/" hdrgm:Version="1.0">\
        <Container:Directory><rdf:Seq>\
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" \
        Item:Mime="image/jpeg"/></rdf:li>\
        <rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="GainMap" \
        Item:Mime="image/jpeg" Item:Length="\(mapByteCount)"/></rdf:li>\
        </rdf:Seq></Container:Directory></rdf:Description>
        """
    }

    /// Returns the packet with a description behind its own ones; nil if there is no list of them.
    private func inserting(_ description: [UInt8]) -> [UInt8]? {
        var scanner = MarkupScanner(bytes, at: 0)
        var place: Int?
        do throws(CodecError) {
            while case let start = scanner.place, let part = try scanner.next() {
                guard case .end(let name) = part, bytes[name].elementsEqual("rdf:RDF".utf8) else {
                    continue
                }
                place = start
            }
        } catch {
            return nil
        }
        guard let place else { return nil }
        return Array(bytes[..<place] + description + bytes[place...])
    }
}
