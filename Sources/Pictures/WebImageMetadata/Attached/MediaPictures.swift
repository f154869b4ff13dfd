import WebImageBytes

/// The pictures of an AVIF or HEIC file that are no part of the one that is shown: further ones,
/// gain maps and maps of depth.
struct MediaPictures {
    /// The number of pictures but maps of depth; thumbnails, cells of a grid and alpha are none.
    private(set) var count = 0
    /// The number of maps of depth.
    private(set) var depthMapCount = 0

    private static let kinds: [StaticString] = [
        "av01", "hvc1", "hev1", "lhv1", "avc1", "vvc1", "jpeg", "j2k1", "unci", "grid", "iovl",
        "iden",
        "tmap",
    ]
    /// No file whose picture is decoded has more items or references.
    private static let most = 10_000

    /// Counts the pictures; none in damaged files.
    init(of bytes: RawSpan) {
        guard let full = bytes.firstBox(["meta"], in: 0..<bytes.byteCount), full.count > 4 else {
            return
        }
        let meta = full.lowerBound + 4..<full.upperBound
        guard let primary = bytes.primaryItem(in: meta), let types = try? bytes.itemTypes(in: meta),
            let properties = try? MediaProperties(bytes, meta: meta),
            let references = try? bytes.itemReferences(in: meta),
            types.count <= Self.most,
            references.reduce(0, { $0 + $1.targets.count }) <= Self.most
        else { return }
        var pictures = Set(
            types.filter { type in Self.kinds.contains { bytes.has($0, at: type.offset) } }.map(
                \.item))
        for reference in references {
            let isAuxiliary = bytes.has("auxl", at: reference.typeOffset)
            func isOne(of kinds: [StaticString]) -> Bool {
                isAuxiliary && Self.isOne(of: kinds, reference.source, properties, bytes)
            }
            if bytes.has("dimg", at: reference.typeOffset) {
                pictures.subtract(reference.targets)
            } else if bytes.has("thmb", at: reference.typeOffset) || isOne(of: Self.alpha) {
                pictures.remove(reference.source)
            } else if isOne(of: DepthMaps.kinds), pictures.remove(reference.source) != nil {
                depthMapCount += 1
            }
        }
        count = pictures.subtracting([primary]).count
    }

    private static let alpha: [StaticString] = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1\0",
    ]

    /// Returns `true` if an item's property says that it is auxiliary in one of some ways.
    private static func isOne(
        of kinds: [StaticString], _ item: Int, _ properties: MediaProperties, _ bytes: RawSpan
    ) -> Bool {
        properties.items[item, default: []].map { properties.boxes[$0] }.contains { box in
            bytes.has("auxC", at: box.typeOffset)
                && kinds.contains { bytes.has($0, at: box.body.lowerBound + 4) }
        }
    }
}
