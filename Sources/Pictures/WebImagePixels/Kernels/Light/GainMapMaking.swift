import CWebImageKernels

extension GainMap {
    /// Returns a map that makes a picture with light above white of its SDR rendition: of half the
    /// size, as gains are smoother than pictures.
    ///
    /// A gain of one channel is that of the greatest of red, green and blue, which then comes back
    /// exactly; by luminance a bright blue or red would become darker, as the offsets of 1/64 count
    /// more than its luminance. Hues stay where the rendition keeps them, as that of
    /// ``Bitmap/converted(to:)`` does; three channels keep them for others, too.
    ///
    /// - Parameters:
    ///   - hdr: The picture in ``SampleFormat/rgbaHalf``.
    ///   - base: Its rendition in ``SampleFormat/bgra8`` and sRGB, of the same size.
    ///   - channelCount: The number of channels, 1 or 3.
    /// - Returns: The values of the map, opaque, and its numbers; the headroom of the alternate is
    ///   that of the picture.
    package static func made(
        from hdr: Bitmap, base: Bitmap, channelCount: Int = 1
    ) -> (pixels: Bitmap, map: GainMap) {
        precondition(hdr.sampleFormat == .rgbaHalf && base.sampleFormat == .bgra8)
        precondition(hdr.size == base.size && [1, 3].contains(channelCount))
        var averages = GainAverages(of: hdr.size, channelCount: channelCount)
        averages.add(hdr, base)
        let channels = (0..<channelCount).map { averages.channel($0) }
        let map = GainMap(
            kind: .iso21496, size: averages.size, channelCount: channelCount, channels: channels,
            baseHeadroom: 0, alternateHeadroom: logarithm2(hdr.headroom))
        return (averages.pixels(channels), map)
    }
}

/// The averages of gains over the pixels of a map, which has half the size of its base.
private struct GainAverages {
    /// The offset of both renditions.
    private static let offset: Float = 1 / 64
    /// The least stops between the smallest gain and the greatest one.
    private static let leastRange: Float = 1 / 16

    /// The size of the map.
    let size: PixelSize
    private let base: PixelSize
    private let channelCount: Int
    /// The numbers of a pixel of the base: 1, or 4, of which the last is not used.
    private let values: Int
    /// The gains in stops, row by row.
    private var stops: [Float]

    init(of base: PixelSize, channelCount: Int) {
        (self.base, self.channelCount) = (base, channelCount)
        size = PixelSize(width: (base.width + 1) / 2, height: (base.height + 1) / 2)
        values = channelCount == 1 ? 1 : 4
        stops = [Float](repeating: 0, count: size.area * channelCount)
    }

    /// Adds the gains of all pixels.
    mutating func add(_ hdr: Bitmap, _ light: Bitmap) {
        // Kernels process whole blocks of pixels.
        var row = [Float](repeating: 0, count: (base.width + 7) / 8 * 8 * values)
        for y in 0..<size.height {
            let rows = span(y, base.height, size.height)
            for source in rows {
                if KernelCancellation.stops(at: source) { return }
                read(source, of: hdr, light, into: &row)
                add(row, to: y)
            }
            for x in 0..<size.width {
                let count = Float(span(x, base.width, size.width).count * rows.count)
                for channel in 0..<channelCount {
                    stops[(y * size.width + x) * channelCount + channel] /= count
                }
            }
        }
    }

    /// Returns the columns or rows of the base in a column or row of the map.
    private func span(_ index: Int, _ side: Int, _ mapSide: Int) -> Range<Int> {
        index * side / mapSide..<(index + 1) * side / mapSide
    }

    private mutating func add(_ row: [Float], to y: Int) {
        for x in 0..<size.width {
            let start = (y * size.width + x) * channelCount
            for column in span(x, base.width, size.width) {
                for channel in 0..<channelCount {
                    stops[start + channel] += row[column * values + channel]
                }
            }
        }
    }

    /// Reads the gains of a row of the base.
    private func read(_ y: Int, of hdr: Bitmap, _ light: Bitmap, into row: inout [Float]) {
        var from = [SIMD4<Float>](repeating: .zero, count: SampleLight.most)
        var to = from
        // Safe because both have the row, and a part has no more pixels than the arrays.
        unsafe light.withUnsafeRows { base in
            unsafe hdr.withDeepRows { halves in
                let line = unsafe UnsafeRawPointer(base + y * light.bytesPerRow)
                let other = unsafe halves + y * hdr.bytesPerRow / 2
                for x in stride(from: 0, to: self.base.width, by: SampleLight.most) {
                    let count = min(SampleLight.most, self.base.width - x)
                    unsafe from.withUnsafeMutableNumbers {
                        unsafe SampleLight.sRGB.read(line, of: light, from: x, count, into: $0)
                    }
                    unsafe to.withUnsafeMutableNumbers {
                        unsafe cwik_half_read(other + x * 4, $0, count * 4)
                    }
                    // A pixel that is not seen has no gain.
                    for pixel in 0..<count where from[pixel].w <= 0 { to[pixel] = from[pixel] }
                    Self.write(from, to, count, into: &row, at: x * values, values)
                }
            }
        }
    }

    private static func write(
        _ from: [SIMD4<Float>], _ to: [SIMD4<Float>], _ count: Int, into row: inout [Float],
        at start: Int, _ values: Int
    ) {
        // Safe because the row has values for whole blocks of pixels.
        unsafe from.withUnsafeBytes { from in
            unsafe to.withUnsafeBytes { to in
                unsafe row.withUnsafeMutableBufferPointer { row in
                    guard let from = from.baseAddress, let to = to.baseAddress,
                        let row = row.baseAddress
                    else { return }
                    unsafe cwik_gain_stops(
                        from.assumingMemoryBound(to: Float.self),
                        to.assumingMemoryBound(to: Float.self), offset, row + start,
                        (count + 7) / 8, Int32(values))
                }
            }
        }
    }

    /// Returns the numbers of a channel, from its smallest gain to its greatest one.
    func channel(_ channel: Int) -> GainMapChannel {
        var (least, most) = (stops[channel], stops[channel])
        for index in stride(from: channel, to: stops.count, by: channelCount) {
            (least, most) = (min(least, stops[index]), max(most, stops[index]))
        }
        return GainMapChannel(
            minimum: Double(least), maximum: Double(max(most, least + Self.leastRange)),
            baseOffset: Double(Self.offset), alternateOffset: Double(Self.offset))
    }

    /// Returns the values of the map.
    func pixels(_ channels: [GainMapChannel]) -> Bitmap {
        var bitmap = Bitmap(
            uninitialized: size, colorSpace: .sRGB, isOpaque: true)
        let starts = channels.map { Float($0.minimum) }
        let scales = channels.map { 255 / Float($0.maximum - $0.minimum) }
        let bytesPerRow = bitmap.bytesPerRow
        // Safe because the bitmap has `height` rows of `width` pixels of four bytes.
        unsafe bitmap.withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = unsafe rows + y * bytesPerRow + x * 4
                    let place = (y * size.width + x) * channelCount
                    for byte in 0..<3 {
                        let channel = channelCount == 1 ? 0 : 2 - byte
                        let level = (stops[place + channel] - starts[channel]) * scales[channel]
                        unsafe pixel[byte] = UInt8(min(max(level, 0), 255) + 0.5)
                    }
                    unsafe pixel[3] = 255
                }
            }
        }
        return bitmap
    }
}

extension [SIMD4<Float>] {
    /// Calls `body` with the first number of the first pixel.
    fileprivate mutating func withUnsafeMutableNumbers(
        _ body: (UnsafeMutablePointer<Float>) -> Void
    ) {
        // Safe because the pixels are four numbers each.
        unsafe withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe body(start.assumingMemoryBound(to: Float.self))
        }
    }
}
