import WebImageBytes
import WebImagePixels

/// The gain map of an AVIF or HEIC file: an item from which a `tmap` item derives the alternate
/// (ISO/IEC 23008-12, amendment 1), or an auxiliary picture of Apple's cameras.
struct MediaGainMap {
    let map: GainMap
    private let item: Int
    private let tables: MediaTables

    /// Reads the boxes of the file; nil without a gain map.
    ///
    /// - Throws: `GainMapDamage` for a map that is damaged.
    init?(of bytes: RawSpan, exif: [UInt8]?) throws(GainMapDamage) {
        guard let tables = MediaTables(of: bytes) else { return nil }
        var found = try tables.toneMapped(bytes)
        if found == nil { found = try tables.apple(bytes, exif: exif) }
        guard let found else { return nil }
        (map, item) = found
        self.tables = tables
    }

    /// Returns a copy of the file that shows the map in place of its base; nil if there is no room
    /// for the number of the map's item.
    func file(of bytes: RawSpan) -> FileEdit? { tables.showing(item, bytes) }
}
