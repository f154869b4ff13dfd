import CWebImageKernels

/// The pixels of a gain map, and the part of its gains that is applied to a base.
package struct GainMapLight: Sendable {
    /// The matrices of a map whose gains are applied in the primaries of the alternate.
    package struct Colors: Hashable, Sendable {
        /// The matrix from the primaries of the base to those of the alternate; nil for the same.
        let first: LightMatrix?
        /// The matrix from the primaries of the alternate to those of the result; nil for the same.
        let second: LightMatrix?

        /// Creates the matrices from the base to the alternate, and from there to the result.
        package init(base: LightMatrix?, result: LightMatrix?) {
            (first, second) = (base, result)
        }
    }

    let pixels: Bitmap
    let gain: CWIKGain
    let colors: Colors?
    /// The brightest light of the result.
    let headroom: Double
    /// `false` if the base is shown as it is.
    let isShown: Bool

    /// Creates the gains of a map.
    ///
    /// - Parameters:
    ///   - pixels: The values of the map in ``SampleFormat/bgra8``, of the same part of the picture
    ///     as the base has, in any size.
    ///   - map: The numbers of the map.
    ///   - weight: The part of the gains, 0 to 1, see ``GainMap/weight(headroom:)``.
    ///   - colors: The matrices if the gains are applied in the primaries of the alternate; nil for
    ///     those of the base.
    /// - Returns: nil for a map without one channel or three, and for numbers that are none.
    package init?(
        _ pixels: Bitmap, of map: GainMap, weight: Double, colors: Colors? = nil
    ) {
        let isUsable = map.channels.allSatisfy { channel in
            [
                channel.minimum, channel.maximum, channel.gamma, channel.baseOffset,
                channel.alternateOffset,
            ].allSatisfy { $0.isFinite } && channel.gamma > 0
        }
        guard isUsable, weight.isFinite, [1, 3].contains(map.channels.count) else { return nil }
        (self.pixels, self.colors) = (pixels.inEightBits, colors)
        let weight = min(max(weight, 0), 1)
        isShown = weight > 0
        // The gains are those of the brighter rendition over the darker one.
        gain = CWIKGain(map, weight: map.isBaseBrighter ? -weight : weight)
        headroom = power(2, max(map.headroom(weight: weight), 0))
    }
}

extension CWIKGain {
    /// The most stops of a gain; half floats have fewer.
    private static let most = 60.0

    fileprivate init(_ map: GainMap, weight: Double) {
        typealias Channel = GainMapChannel
        func all(_ other: Float, _ number: (Channel) -> Double) -> (Float, Float, Float, Float) {
            let numbers = map.channels.map { Float(number($0)) }
            return (numbers[0], numbers[numbers.count / 2], numbers[numbers.count - 1], other)
        }
        func stops(_ gain: Double) -> Double { min(max(gain * weight, -Self.most), Self.most) }
        self.init(
            exponents: all(1) { 1 / $0.gamma }, starts: all(0) { stops($0.minimum) },
            ranges: all(0) { stops($0.maximum) - stops($0.minimum) },
            added: all(0) { $0.baseOffset }, subtracted: all(0) { $0.alternateOffset },
            values: map.hasGrays ? 1 : 4)
    }
}

extension GainMap {
    /// `true` if all channels have the same gains.
    fileprivate var hasGrays: Bool {
        channelCount == 1
            && channels.allSatisfy { channel in
                channel.minimum == channels[0].minimum && channel.maximum == channels[0].maximum
                    && channel.gamma == channels[0].gamma
            }
    }
}

/// The rows of a map that are next to a row of a base, with a value for each column.
struct GainMapRows {
    private let map: GainMapLight
    private let size: PixelSize
    /// The pixels to the left of the columns, and the share of those to the right.
    private let firsts: [Int32], shares: [Float]
    /// The values of the rows above and below, and their numbers.
    private var upper: [Float], lower: [Float]
    private var numbers = (-1, -1)
    /// The share of the row below.
    private var share: Float = 0

    init(_ map: GainMapLight, across size: PixelSize) {
        (self.map, self.size) = (map, size)
        let places = (0..<size.width).map { Self.place($0, size.width, map.pixels.size.width) }
        firsts = places.map { Int32($0.first) }
        shares = places.map { $0.share }
        // Kernels process whole blocks of pixels.
        let count = (size.width + 7) / 8 * 8 * Int(map.gain.values)
        upper = [Float](repeating: 0, count: count)
        lower = upper
    }

    /// Returns the pixel of a map before the middle of a pixel of the base, and the share of the
    /// next one: both sides have the same ends, and the outermost pixels are repeated.
    private static func place(_ index: Int, _ side: Int, _ mapSide: Int) -> (
        first: Int, share: Float
    ) {
        guard mapSide > 1 else { return (0, 0) }
        let middle = (Double(index) + 0.5) * Double(mapSide) / Double(side) - 0.5
        let place = min(max(middle, 0), Double(mapSide - 1))
        let first = min(Int(place), mapSide - 2)
        return (first, Float(place - Double(first)))
    }

    /// Moves to a row of the base.
    mutating func move(to y: Int) {
        let height = map.pixels.size.height
        let place = Self.place(y, size.height, height)
        let next = min(place.first + 1, height - 1)
        share = place.share
        guard numbers != (place.first, next) else { return }
        if numbers.1 == place.first {
            swap(&upper, &lower)
        } else if numbers.0 != place.first {
            spread(place.first, into: &upper)
        }
        spread(next, into: &lower)
        numbers = (place.first, next)
    }

    private func spread(_ row: Int, into values: inout [Float]) {
        let step = map.pixels.size.width > 1 ? 4 : 0
        let bytesPerRow = map.pixels.bytesPerRow
        // Safe because the map has the row, and both pixels of each column.
        unsafe map.pixels.withUnsafeRows { rows in
            unsafe cwik_gain_spread(
                rows + row * bytesPerRow, firsts, shares, step, &values, size.width,
                map.gain.values)
        }
    }

    /// Applies the gains of the row to `count` pixels from a column on.
    ///
    /// - Precondition: The column is a multiple of 8; the pixels have room for whole blocks of 8.
    @inline(__always)
    func apply(at x: Int, to light: UnsafeMutablePointer<Float>, _ count: Int) {
        let start = x * Int(map.gain.values)
        // Safe because the rows have values for whole blocks of pixels.
        unsafe upper.withUnsafeBufferPointer { upper in
            unsafe lower.withUnsafeBufferPointer { lower in
                guard let above = upper.baseAddress, let below = lower.baseAddress else { return }
                var gain = map.gain
                unsafe cwik_gain_apply(
                    light, above + start, below + start, share, &gain, (count + 7) / 8)
            }
        }
    }
}
