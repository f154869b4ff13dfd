extension Bitmap {
    /// Returns this bitmap with sharper edges, by libvips' `sharpen` with its default levels.
    ///
    /// The lightness L* (CIE 1976) of a pixel moves away from a Gaussian blur's: by three times the
    /// part of their difference above 2, at most 10 up and 20 down. Hue and chroma stay. The edge
    /// pixels are repeated beyond the edges.
    ///
    /// - Parameter sigma: The standard deviation of the blur in pixels, up to 10; 0 changes
    ///   nothing.
    package func sharpened(sigma: Double) -> Bitmap {
        let weights = sharpeningWeights(sigma: min(sigma, 10))
        guard sigma > 0, weights.count > 1 else { return self }
        return switch sampleFormat {
        case .bgra8: sharpened(by: Sharpener(weights, size, Lightness.standard))
        case .rgba16: sharpened(by: Sharpener(weights, size, DeepLightness.standard))
        case .rgbaHalf: sharpened(by: Sharpener(weights, size, LightLightness()))
        }
    }

    private func sharpened<Pixels: LightnessPixels>(by sharpener: Sharpener<Pixels>) -> Bitmap {
        var result = alike(size)
        let stride = bytesPerRow
        // Safe because both bitmaps have the same size and samples, and so the same rows.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe sharpener.run(from: source, to: target, stride: stride)
            }
        }
        return result
    }
}

/// The lightness of pixels of four samples.
protocol LightnessPixels: Sendable {
    associatedtype Sample: BitwiseCopyable

    /// Writes the lightness of `count` pixels, 0 to 100.
    func read(_ row: UnsafePointer<Sample>, into target: UnsafeMutablePointer<Float>, count: Int)
    /// Moves the lightness of a pixel; hue and chroma stay as far as sRGB has the colour.
    func move(_ pixel: UnsafeMutablePointer<Sample>, by difference: Float)
}

/// Returns a Gaussian of integers, cut where it falls below a tenth, with a sum of 1.
private func sharpeningWeights(sigma: Double) -> [Float] {
    guard sigma > 0 else { return [1] }
    var half: [Float] = []
    while half.count < 64 {
        let distance = Double(half.count)
        let weight = exponential(-distance * distance / (2 * sigma * sigma))
        guard weight >= 0.1 else { break }
        half.append(Float((20 * weight).rounded()))
    }
    let all = Array(half.dropFirst().reversed()) + half
    let sum = all.reduce(0, +)
    return all.map { $0 / sum }
}

/// One sharpening, row by row: a ring keeps the lightness of the rows around a row.
private struct Sharpener<Pixels: LightnessPixels> {
    private let weights: [Float]
    private let size: PixelSize
    private let lightness: Pixels

    init(_ weights: [Float], _ size: PixelSize, _ lightness: Pixels) {
        self.weights = weights
        self.size = size
        self.lightness = lightness
    }

    func run(
        from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, stride: Int
    ) {
        let (width, height, radius) = (size.width, size.height, weights.count / 2)
        let padded = width + 2 * radius
        let ring = UnsafeMutablePointer<Float>.allocate(capacity: weights.count * width)
        let sums = UnsafeMutablePointer<Float>.allocate(capacity: padded + width)
        defer {
            unsafe ring.deallocate()
            unsafe sums.deallocate()
        }
        let blurred = unsafe sums + padded
        var ready = 0
        let check = BandCheck(height: height, stride: stride)
        for y in 0..<height {
            if unsafe check.stops(at: y, of: target) { return }
            // Safe because the ring has a row for each weight, and all rows are in the picture.
            while ready < min(y + radius + 1, height) {
                let row = unsafe samples(source + ready * stride)
                unsafe lightness.read(
                    row, into: ring + ready % weights.count * width, count: width)
                ready += 1
            }
            for (index, weight) in weights.enumerated() {
                let line = min(max(y - radius + index, 0), height - 1)
                let row = unsafe ring + line % weights.count * width
                unsafe add(row, times: weight, to: sums + radius, count: width, isFirst: index == 0)
            }
            unsafe sums.update(repeating: sums[radius], count: radius)
            unsafe (sums + radius + width).update(
                repeating: sums[radius + width - 1], count: radius)
            for (index, weight) in weights.enumerated() {
                unsafe add(
                    sums + index, times: weight, to: blurred, count: width, isFirst: index == 0)
            }
            unsafe move(
                source + y * stride, to: target + y * stride,
                ring + y % weights.count * width, blurred)
        }
    }

    /// Returns a row as samples, which it is aligned for.
    private func samples(_ row: UnsafePointer<UInt8>) -> UnsafePointer<Pixels.Sample> {
        // Safe because rows are aligned for vectors, and hold such samples.
        unsafe UnsafeRawPointer(row).assumingMemoryBound(to: Pixels.Sample.self)
    }

    private func add(
        _ row: UnsafePointer<Float>, times weight: Float, to sums: UnsafeMutablePointer<Float>,
        count: Int, isFirst: Bool
    ) {
        // Safe because both have `count` numbers.
        guard !isFirst else {
            for x in 0..<count { unsafe sums[x] = row[x] * weight }
            return
        }
        for x in 0..<count { unsafe sums[x] += row[x] * weight }
    }

    /// Writes a row whose lightness is moved away from the blurred one.
    private func move(
        _ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>,
        _ sharp: UnsafePointer<Float>, _ blurred: UnsafePointer<Float>
    ) {
        // Safe because all rows have as many pixels as the picture.
        let source = unsafe samples(source)
        let target = unsafe UnsafeMutablePointer(mutating: samples(target))
        unsafe target.update(from: source, count: size.width * 4)
        for x in 0..<size.width {
            let difference = unsafe sharp[x] - blurred[x]
            guard abs(difference) > 2 else { continue }
            let wanted = difference > 0 ? (difference - 2) * 3 : (difference + 2) * 3
            let step = max(min(wanted, 10), -20)
            let lightness = unsafe max(min(sharp[x] + step, max(sharp[x], 100)), 0)
            unsafe self.lightness.move(target + x * 4, by: lightness - sharp[x])
        }
    }
}
