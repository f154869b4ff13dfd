package import WebImagePixels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

extension GainMapWriter {
    /// Returns a map with its pixels, both as ISO 21496-1 describes them.
    ///
    /// A value `g` of Apple's maps, linear by the curve of sRGB, stands for the ratio
    /// `1 + (headroom − 1) · g` (Apple, *Applying Apple HDR effect to your photos*). It becomes the
    /// logarithm of that ratio in units of the headroom's. Other maps are returned with their
    /// pixels, whose size is stated.
    ///
    /// - Parameters:
    ///   - map: The description of the map.
    ///   - pixels: Its pixels as they will be encoded, opaque.
    /// - Returns: nil for a map of Apple whose headroom is not known, or is none.
    package static func stated(_ map: GainMap, _ pixels: Bitmap) -> (GainMap, Bitmap)? {
        var (map, pixels) = (map, pixels)
        map.size = pixels.size
        guard map.kind == .apple else { return (map, pixels) }
        guard let headroom = map.alternateHeadroom, headroom > 0, headroom <= GainMap.most else {
            return nil
        }
        map.kind = .iso21496
        map.baseHeadroom = 0
        map.channels = [
            GainMapChannel(
                minimum: 0, maximum: headroom, gamma: 1, baseOffset: 0, alternateOffset: 0)
        ]
        pixels.replaceColors(by: logarithms(headroom: headroom))
        return (map, pixels)
    }

    /// Returns the values of ISO 21496-1 for the 256 values of a map of Apple.
    private static func logarithms(headroom: Double) -> [UInt8] {
        let most = exp2(headroom) - 1
        return (0..<256).map { value in
            let encoded = Double(value) / 255
            let linear = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
            return UInt8((log2(1 + most * linear) / headroom * 255).rounded())
        }
    }
}

extension Bitmap {
    /// Replaces blue, green and red of every pixel by the values of a table.
    ///
    /// - Parameter table: 256 values.
    fileprivate mutating func replaceColors(by table: [UInt8]) {
        let (width, height, stride) = (size.width, size.height, bytesPerRow)
        withMutableBytes { bytes in
            // Safe because every row has 4 × width bytes, for which every value is valid.
            unsafe bytes.withUnsafeMutableBytes { pixels in
                for y in 0..<height {
                    for at in Swift.stride(from: y * stride, to: y * stride + width * 4, by: 4) {
                        for channel in at..<at + 3 {
                            unsafe pixels[channel] = table[Int(pixels[channel])]
                        }
                    }
                }
            }
        }
    }
}
