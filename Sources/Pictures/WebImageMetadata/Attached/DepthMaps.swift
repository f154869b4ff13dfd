import WebImageBytes

/// The maps of depth among the pictures of a file, and the mattes that cameras keep beside them.
enum DepthMaps {
    /// The auxiliary kinds of AVIF and HEIC (ISO/IEC 23008-12), and that of Apple's matte.
    static let kinds: [StaticString] = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:depth", "urn:mpeg:hevc:2015:auxid:2\0",
        "urn:com:apple:photo:2018:aux:portraiteffectsmatte",
    ]

    /// Returns `true` if a JPEG picture behind another one says that it is a map, in the way of
    /// Apple's cameras.
    static func isMap(_ bytes: RawSpan, at offset: Int) -> Bool {
        guard let packet = JPEGPictureHead(of: bytes, at: offset)?.packet else { return false }
        let properties = XMPProperties(
            packet, namespace: "http://ns.apple.com/pixeldatainfo/1.0/")
        return ["depth", "disparity"].contains(properties?["AuxiliaryImageType"].first)
    }

    /// Returns `true` if a JPEG file describes a map that is in its own packets (GDepth).
    static func isDescribed(byHeadOf bytes: RawSpan) -> Bool {
        guard let packet = JPEGPictureHead(of: bytes, at: 0)?.packet else { return false }
        let namespace = "http://ns.google.com/photos/1.0/depthmap/"
        return XMPProperties(packet, namespace: namespace)?["Format"].isEmpty == false
    }
}
