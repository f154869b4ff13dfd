/// The source pixels that make one target pixel along an axis, and their weights.
struct AxisWindow {
    /// The index of the first source pixel.
    var first: Int
    /// The weights from there on, not normalised.
    var weights: [Double]

    /// Calls `body` for each of `target` pixels that are made of `source` pixels.
    ///
    /// - Parameter part: The part of the source that the target covers.
    static func forEach(
        source: Int, target: Int, filter: ResampleFilter, part: AxisSpan,
        _ body: (AxisWindow) -> Void
    ) {
        if let first = part.wholePixel(count: target) {
            for index in first..<first + target { body(AxisWindow(first: index, weights: [1])) }
            return
        }
        let scale = part.length / Double(target)
        if filter == .nearest {
            for index in 0..<target {
                let center = part.start + (Double(index) + 0.5) * scale
                let pixel = min(max(Int(center.rounded(.down)), 0), source - 1)
                body(AxisWindow(first: pixel, weights: [1]))
            }
            return
        }
        let stretch = max(scale, 1)
        let reach = filter.support * stretch
        var window = AxisWindow(first: 0, weights: [])
        for index in 0..<target {
            let center = part.start + (Double(index) + 0.5) * scale
            let inside = part.readable(at: center, of: source)
            let first = min(
                max(Int(center - reach + 0.5), inside.lowerBound), inside.upperBound - 1)
            let last = max(min(Int(center + reach + 0.5), inside.upperBound), first + 1)
            window.first = first
            window.weights.removeAll(keepingCapacity: true)
            for pixel in first..<last {
                window.weights.append(filter.weight(at: (Double(pixel) - center + 0.5) / stretch))
            }
            body(window)
        }
    }
}
