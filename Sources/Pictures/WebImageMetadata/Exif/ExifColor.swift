package import WebImageBytes
package import WebImageColorimetry

/// The colours that an EXIF block states: sRGB, or Adobe RGB (1998).
///
/// The property `ColorSpace` (0xA001) is 1 for sRGB, by wide practice 2 for Adobe RGB, and 0xFFFF
/// for others, which the index of interoperability names: `R03` is Adobe RGB (DCF 2.0), `R98` sRGB.
package enum ExifColor: Sendable {
    /// The block says sRGB.
    case sRGB
    /// The block says Adobe RGB (1998).
    case adobeRGB
    /// The block says nothing, or names other colours than these.
    case unstated
    /// The two properties name different colours.
    case contradictory

    /// Reads an EXIF block, with or without the `Exif\0\0` of JPEG; a damaged one states nothing.
    package init(of exif: RawSpan) {
        let block = exif.has("Exif\0\0") ? exif.extracting(6..<exif.byteCount) : exif
        self.init(of: ExifDirectory(firstOf: block), in: block)
    }

    /// Reads the directories below the first one of a block, or below that of a TIFF page.
    package init(of first: ExifDirectory?, in bytes: RawSpan) {
        guard let first, let place = first.pointer(ExifTree.exif, of: bytes),
            let exif = ExifDirectory(of: bytes, at: place, first.order)
        else {
            self = .unstated
            return
        }
        let space = exif.number(0xA001, of: bytes)
        let isAdobe = exif.pointer(ExifTree.interoperability, of: bytes)
            .flatMap { ExifDirectory(of: bytes, at: $0, first.order)?[1] }
            .flatMap { Self.isAdobe($0, bytes) }
        switch (space, isAdobe) {
        case (1, true), (2, false): self = .contradictory
        case (1, _), (_, false): self = .sRGB
        case (2, _), (nil, true), (0xFFFF, true): self = .adobeRGB
        default: self = .unstated
        }
    }

    /// Returns `true` for `R03` and `false` for `R98`; nil for other rules.
    private static func isAdobe(_ index: ExifDirectory.Entry, _ bytes: RawSpan) -> Bool? {
        guard index.type == 2, (3...4).contains(index.count) else { return nil }
        if bytes.has("R03", at: index.place) { return true }
        return bytes.has("R98", at: index.place) ? false : nil
    }
}

extension ColorDescription {
    /// Adobe RGB (1998), as a profile.
    package static let adobeRGB: ColorDescription = {
        let places = Chromaticities(
            red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: [0.3127, 0.329])
        return ColorDescription(
            profile: ICCProfile.build("Adobe RGB (1998)", places, .gamma(2.19921875)))
    }()

    /// Creates the description of a profile, or if there is none, of what EXIF states.
    package init(profile: ByteBlock?, exif: RawSpan?) {
        if profile == nil, let exif, case .adobeRGB = ExifColor(of: exif) {
            self = .adobeRGB
        } else {
            self.init(profile: profile)
        }
    }
}

extension [UInt8] {
    /// Returns this EXIF block with sRGB in place of Adobe RGB, for converted pixels.
    package func exifOfSRGB() -> [UInt8] {
        // Safe because the view is of this array's own bytes, for which every value is valid.
        let view = unsafe span.bytes
        guard let first = ExifDirectory(firstOf: view),
            let place = first.pointer(ExifTree.exif, of: view),
            let exif = ExifDirectory(of: view, at: place, first.order)
        else { return self }
        var result = self
        if let space = exif[0xA001], space.count == 1, space.type == 3 || space.type == 4 {
            let number = [UInt8](repeating: 0, count: space.byteCount - 1)
            result.replaceSubrange(
                space.place..<space.place + space.byteCount,
                with: first.order == .little ? [1] + number : number + [1])
        }
        let index = exif.pointer(ExifTree.interoperability, of: view)
            .flatMap { ExifDirectory(of: view, at: $0, first.order)?[1] }
        if let index, index.type == 2, (3...4).contains(index.count),
            view.has("R03", at: index.place)
        {
            result.replaceSubrange(index.place..<index.place + 3, with: "R98".utf8)
        }
        return result
    }
}
