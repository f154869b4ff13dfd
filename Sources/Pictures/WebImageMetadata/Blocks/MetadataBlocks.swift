package import WebImageBytes
package import WebImagePixels

/// The XMP packet and the IPTC data sets of a file, which decoders do not read.
package struct MetadataBlocks: Sendable {
    /// The XMP packet, in UTF-8; nil for none.
    package var xmp: [UInt8]?
    /// The IPTC data sets (IIM), of JPEG and TIFF; nil for none.
    package var iptc: [UInt8]?

    /// Reads the blocks of a file; none of a damaged one.
    package init(of image: EncodedImage) {
        (xmp, iptc) = image.bytes.withSpan { bytes in
            switch image.format {
            case .jpeg: JPEGMetadata.blocks(of: bytes)
            case .png, .apng: (PNGMetadata.xmp(of: bytes), nil)
            case .webp: (WebPMetadata.xmp(of: bytes), nil)
            case .avif, .heic: (MediaMetadata.xmp(of: bytes), nil)
            case .jxl: (JPEGXLMetadata.xmp(of: bytes), nil)
            case .tiff: TIFFMetadata.blocks(of: bytes)
            default: (nil, nil)
            }
        }
    }
}

extension ImageMetadata {
    /// The EXIF block for the pixels: it says sRGB if they were converted to it.
    fileprivate var exifOfPixels: [UInt8]? { profile == nil ? exif?.exifOfSRGB() : exif }
}

extension EmbeddedMetadata {
    /// Adds the metadata of a picture and of its file, as far as a policy keeps it; values of the
    /// caller stay.
    ///
    /// - Parameters:
    ///   - metadata: The metadata of the picture.
    ///   - original: The file; nil if it is not known. XMP and IPTC are only there.
    package mutating func fill(
        from metadata: ImageMetadata, of original: EncodedImage?, _ policy: MetadataPolicy
    ) {
        guard policy != .drop else { return }
        // The pixels are upright, and the thumbnail shows the picture before its transforms.
        exif =
            exif
            ?? metadata.exifOfPixels?.uprightExif().withoutExifThumbnail()
            .applied(policy)
        if let original, xmp == nil || iptc == nil {
            let blocks = MetadataBlocks(of: original)
            xmp = xmp ?? blocks.xmp.flatMap { policy.applied(toXMP: $0)?.xmpOfPixels }
            iptc = iptc ?? blocks.iptc.flatMap { policy.applied(toIPTC: $0) }
        }
        guard density == nil, policy.keepsOthers, var kept = metadata.density else { return }
        if metadata.orientation.swapsSides { kept = PixelDensity(x: kept.y, y: kept.x) }
        density = kept
    }

    /// States the size of the pixels where EXIF and XMP state one; the blocks of the caller stay.
    package mutating func state(_ size: PixelSize, besides own: EmbeddedMetadata) {
        if own.exif == nil { exif = exif?.exif(of: size) }
        if own.xmp == nil { xmp = xmp?.xmp(of: size) }
    }
}

extension [UInt8] {
    /// This XMP packet with an upright orientation, without what describes parts that are not
    /// written; nil if it cannot be read and may describe some.
    fileprivate var xmpOfPixels: [UInt8]? {
        var packet = XMPPacket(self)
        packet.setUpright()
        return packet.removeParts() ? packet.bytes : nil
    }

    /// This XMP packet with the size of pixels.
    fileprivate func xmp(of size: PixelSize) -> [UInt8] {
        var packet = XMPPacket(self)
        packet.setSize(size)
        return packet.bytes
    }

    /// Returns this EXIF block by a policy; nil for none.
    fileprivate func applied(_ policy: MetadataPolicy) -> [UInt8]? {
        policy.applied(toExif: self, orients: false)
    }
}

extension ByteBlock {
    /// Returns this PNG file with an XMP packet behind its header.
    ///
    /// - Throws: `CodecError.limit` without memory.
    package func addingPNG(xmp: [UInt8]?) throws(CodecError) -> ByteBlock {
        guard let xmp, !xmp.isEmpty else { return self }
        return try PNGMetadata.adding(xmp: xmp, to: self)
    }

    /// Returns this JPEG file with XMP, IPTC and ICC profile before its tables.
    ///
    /// - Throws: `CodecError.limit` without memory.
    package func addingJPEG(_ metadata: EmbeddedMetadata) throws(CodecError) -> ByteBlock {
        let segments =
            JPEGMetadata.segments(xmp: metadata.xmp, iptc: metadata.iptc)
            + JPEGMetadata.segments(profile: metadata.profile ?? [])
        guard !segments.isEmpty else { return self }
        let place = withSpan { JPEGMetadata.endOfHead(of: $0) }
        var edit = FileEdit()
        edit.keep(0..<place)
        edit.add(segments)
        edit.keep(place..<count)
        return try edit.apply(to: self)
    }
}
