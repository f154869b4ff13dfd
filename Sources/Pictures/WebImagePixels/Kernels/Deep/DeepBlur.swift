import CWebImageKernels

extension Bitmap {
    /// Returns this deep bitmap after a Gaussian blur; the edge pixels are repeated.
    ///
    /// A large blur is made of a smaller picture, which is scaled up again.
    ///
    /// - Parameter sigma: The standard deviation in pixels, above 0 and up to 10,000.
    func deepBlurred(sigma: Double) -> Bitmap {
        let factor = Int(sigma / Self.directSigma) + 1
        guard factor > 1 else { return deepConvolved(sigma, sigma) }
        let small = PixelSize(
            width: Self.reduced(size.width, by: factor),
            height: Self.reduced(size.height, by: factor))
        let (across, down) = (
            Self.rest(of: sigma, size.width, small.width),
            Self.rest(of: sigma, size.height, small.height)
        )
        let means = deepResampled(
            from: size, DeepWeights(averaging: size.width, to: small.width),
            DeepWeights(averaging: size.height, to: small.height))
        return means.deepConvolved(across, down).deepResampled(
            to: size, columns: AxisSpan(start: 1, length: Double(small.width)),
            rows: AxisSpan(start: 1, length: Double(small.height)), filter: .bicubic)
    }

    /// The standard deviation up to which neighbours are weighed one by one.
    private static let directSigma = 8.0

    /// Returns the pixels of an axis after a reduction; few stay as they are.
    private static func reduced(_ count: Int, by factor: Int) -> Int {
        count <= 64 ? count : (count + factor - 1) / factor
    }

    /// Returns the blur that is left for the means of pixels, in their own pixels.
    private static func rest(of sigma: Double, _ count: Int, _ small: Int) -> Double {
        let scale = Double(count) / Double(small)
        return max(sigma * sigma - (scale * scale - 1) / 12, 0.01).squareRoot() / scale
    }

    private func deepConvolved(_ across: Double, _ down: Double) -> Bitmap {
        deepResampled(
            from: size, DeepWeights(blurring: size.width, sigma: across),
            DeepWeights(blurring: size.height, sigma: down))
    }
}

extension DeepWeights {
    /// Creates the weights of a Gaussian around each pixel, cut at three standard deviations.
    init(blurring count: Int, sigma: Double) {
        let radius = Int((3 * sigma).rounded(.up))
        let half = (0...radius).map { exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
        self.init()
        for pixel in 0..<count {
            let (first, last) = (max(pixel - radius, 0), min(pixel + radius, count - 1))
            var weights = [Double](repeating: 0, count: last - first + 1)
            for place in pixel - radius...pixel + radius {
                weights[min(max(place, 0), count - 1) - first] += half[abs(place - pixel)]
            }
            append(AxisWindow(first: first, weights: weights))
        }
    }

    /// Creates the weights of the means of neighbouring pixels, between both edge pixels, which are
    /// repeated beyond the edges.
    init(averaging count: Int, to target: Int) {
        self.init()
        append(AxisWindow(first: 0, weights: [1]))
        AxisWindow.forEach(
            source: count, target: target, filter: .box, part: AxisSpan(whole: count)
        ) { append($0) }
        append(AxisWindow(first: count - 1, weights: [1]))
    }
}
