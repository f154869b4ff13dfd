/// The form of light above white in a file.
public enum LightCurve: String, Hashable, Sendable, CaseIterable {
    /// The curve PQ (SMPTE ST 2084) with the primaries of BT.2020: AVIF, HEIC, JPEG XL, PNG.
    case pq
    /// The curve HLG (ITU-R BT.2100) with the primaries of BT.2020: AVIF, HEIC, JPEG XL, PNG.
    case hlg
    /// Pixels for every screen, and a gain map (ISO 21496-1): JPEG, AVIF, JPEG XL.
    case gainMap = "gain-map"
}
