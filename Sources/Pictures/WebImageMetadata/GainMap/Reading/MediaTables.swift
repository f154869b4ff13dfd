import WebImageBytes
import WebImageColorimetry
import WebImagePixels

/// The tables of `meta` that say which items there are, and what they refer to.
struct MediaTables {
    /// The item to show.
    let primary: Int
    private let primaryPlace: Range<Int>?
    /// The range of the boxes.
    let meta: Range<Int>
    /// The types of the items.
    let types: [MediaItemType]
    /// The references of items to others.
    let references: [MediaReference]
    private let properties: MediaProperties
    /// The places of the items' data.
    let items: MediaItems
    /// The content of `ftyp`.
    let brands: Range<Int>?

    /// No file whose picture is decoded has more items or references.
    private static let most = 10_000

    /// Nil for a file without items, or with more than any picture has.
    init?(of bytes: RawSpan) {
        guard let full = bytes.firstBox(["meta"], in: 0..<bytes.byteCount), full.count > 4 else {
            return nil
        }
        let meta = full.lowerBound + 4..<full.upperBound
        guard let primary = bytes.primaryItem(in: meta), let types = try? bytes.itemTypes(in: meta),
            let properties = try? MediaProperties(bytes, meta: meta),
            let references = try? bytes.itemReferences(in: meta),
            max(types.count, references.count) <= Self.most
        else { return nil }
        self.meta = meta
        (self.primary, self.types, self.references) = (primary, types, references)
        primaryPlace = bytes.firstBox(["pitm"], in: meta).map {
            $0.lowerBound + 4..<$0.lowerBound + (bytes.u8(at: $0.lowerBound) == 0 ? 6 : 8)
        }
        (self.properties, items) = (properties, MediaItems(bytes, meta: meta))
        brands = bytes.firstBox(["ftyp"], in: 0..<bytes.byteCount)
    }

    /// Returns the map of a `tmap` item that is derived from the picture that is shown.
    ///
    /// A file without the brand `tmap` has none, whatever its items say.
    func toneMapped(_ bytes: RawSpan) throws(GainMapDamage) -> (GainMap, item: Int)? {
        guard !brandPlaces(bytes).isEmpty else { return nil }
        let derivations = Dictionary(
            grouping: references.filter { bytes.has("dimg", at: $0.typeOffset) }, by: \.source)
        for type in types where bytes.has("tmap", at: type.offset) {
            let sources = derivations[type.item, default: []]
            // Another one belongs to another picture of the file.
            guard let targets = sources.first?.targets, targets.first == primary else { continue }
            guard sources.count == 1, targets.count == 2, targets[1] != primary else {
                throw GainMapDamage("the tone-mapped item is derived from \(targets.count) items")
            }
            return (try map(targets[1], derivedBy: type.item, bytes), targets[1])
        }
        return nil
    }

    /// Returns the offsets of the brand of tone-mapped items.
    func brandPlaces(_ bytes: RawSpan) -> [Int] {
        guard let brands else { return [] }
        return stride(from: brands.lowerBound, to: brands.upperBound - 3, by: 4)
            .filter { bytes.has("tmap", at: $0) }
    }

    private func map(
        _ item: Int, derivedBy alternate: Int, _ bytes: RawSpan
    ) throws(GainMapDamage) -> GainMap {
        guard let found = items.items.first(where: { $0.id == alternate }), found.isWhole,
            let range = found.parts.first, let version = bytes.u8(at: range.lowerBound)
        else { throw GainMapDamage("the tone-mapped item has no data") }
        guard version == 0 else {
            throw GainMapDamage("the tone-mapped item has version \(version); version 0 is known")
        }
        let block = try GainMapBlock(of: bytes, in: range.lowerBound + 1..<range.upperBound)
        var map = block.map(
            size: size(of: item, bytes),
            channelCount: channelCount(of: item, bytes) ?? block.channels.count)
        map.alternateColorName = colors(of: alternate, bytes)?.name
        return map
    }

    /// Returns the auxiliary picture of the one that is shown that Apple's cameras write.
    func apple(
        _ bytes: RawSpan, exif: [UInt8]?
    ) throws(GainMapDamage) -> (GainMap, item: Int)? {
        for reference in references
        where bytes.has("auxl", at: reference.typeOffset) && reference.targets.contains(primary)
            && isApple(reference.source, bytes)
        {
            let item = reference.source
            let map = GainMap(
                kind: .apple, size: size(of: item, bytes),
                channelCount: channelCount(of: item, bytes) ?? 1, channels: [], baseHeadroom: 0,
                alternateHeadroom: try AppleGainMap.headroom(
                    packet: packet(describing: item, bytes), exif: exif))
            return (map, item)
        }
        return nil
    }

    /// Returns the file with another item to show, which is neither hidden nor a part of others.
    ///
    /// libheif opens no file whose item to show is hidden, or belongs to another picture.
    func showing(_ item: Int, _ bytes: RawSpan) -> FileEdit? {
        guard let place = primaryPlace, item < 1 << (8 * place.count) else { return nil }
        var number: [UInt8] = []
        number.add(UInt32(clamping: item), .big)
        var changes = [(place.lowerBound, Array(number.suffix(place.count)))]
        for type in types where type.item == item {
            let place = type.entry.lowerBound + 3
            changes.append((place, [(bytes.u8(at: place) ?? 0) & ~1]))
        }
        for reference in references
        where reference.source == item && bytes.has("auxl", at: reference.typeOffset) {
            changes.append((reference.typeOffset, Array("free".utf8)))
        }
        var (edit, end) = (FileEdit(), 0)
        for (start, new) in changes.sorted(by: { $0.0 < $1.0 }) where start >= end {
            edit.keep(end..<start)
            edit.add(new)
            end = start + new.count
        }
        edit.keep(end..<bytes.byteCount)
        return edit
    }

    /// Returns `true` for an auxiliary picture that is a gain map of Apple's cameras.
    func isApple(_ item: Int, _ bytes: RawSpan) -> Bool {
        guard let box = property("auxC", of: item, bytes) else { return false }
        let name = bytes.copy(box.lowerBound + 4..<box.upperBound).prefix { $0 != 0 }
        return name.elementsEqual(AppleGainMap.kind.utf8)
    }

    /// Returns the XMP packet that describes an item.
    private func packet(describing item: Int, _ bytes: RawSpan) -> [UInt8]? {
        let sources = references.filter {
            bytes.has("cdsc", at: $0.typeOffset) && $0.targets.contains(item)
        }.map(\.source)
        let type = types.first { sources.contains($0.item) && bytes.has("mime", at: $0.offset) }
        let found = items.items.first { $0.id == type?.item && $0.isWhole }
        return found?.parts.first.flatMap { $0.count <= 1 << 20 ? bytes.copy($0) : nil }
    }

    private func size(of item: Int, _ bytes: RawSpan) -> PixelSize {
        guard let box = property("ispe", of: item, bytes),
            let width = bytes.u32(at: box.lowerBound + 4, .big),
            let height = bytes.u32(at: box.lowerBound + 8, .big)
        else { return PixelSize(width: 0, height: 0) }
        return PixelSize(width: Int(width), height: Int(height))
    }

    private func channelCount(of item: Int, _ bytes: RawSpan) -> Int? {
        property("pixi", of: item, bytes).flatMap { bytes.u8(at: $0.lowerBound + 4) }.map {
            Int($0)
        }
    }

    private func colors(of item: Int, _ bytes: RawSpan) -> ColorDescription? {
        guard let box = property("colr", of: item, bytes), bytes.has("nclx", at: box.lowerBound),
            let primaries = bytes.u16(at: box.lowerBound + 4, .big),
            let transfer = bytes.u16(at: box.lowerBound + 6, .big)
        else { return nil }
        return ColorDescription(primaries: Int(primaries), transfer: Int(transfer))
    }

    /// Returns the content of an item's property.
    private func property(
        _ type: StaticString, of item: Int, _ bytes: RawSpan
    ) -> Range<Int>? {
        properties.items[item, default: []].map { properties.boxes[$0] }
            .first { bytes.has(type, at: $0.typeOffset) && $0.body.count >= 4 }?.body
    }
}
