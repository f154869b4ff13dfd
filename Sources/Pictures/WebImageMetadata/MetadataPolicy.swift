/// The metadata of a picture that an encoded file keeps: of EXIF, XMP and IPTC alike.
///
/// Colour profile and orientation are no metadata in this sense: the file shows the same picture.
public enum MetadataPolicy: Hashable, Sendable {
    /// All of it: EXIF, density, XMP, IPTC.
    case keep
    /// All but the place: GPS directories, coordinates of maps (GeoTIFF), and the names of places
    /// in XMP and IPTC are removed, and what may hold a copy: maker notes, EXIF thumbnails, unknown
    /// parts.
    case dropLocation
    /// The names of authors and the copyrights alone.
    ///
    /// Of EXIF `Artist` and `Copyright`, of IPTC byline, credit and copyright notice, of XMP
    /// `dc:creator`, `dc:rights` and `xmpRights`. A file that is copied has them where they were.
    case copyright
    /// None of it.
    case drop
}

extension MetadataPolicy {
    /// `true` if everything except locations is kept, including density, comments and appended
    /// pictures.
    package var keepsOthers: Bool { self == .keep || self == .dropLocation }
}
