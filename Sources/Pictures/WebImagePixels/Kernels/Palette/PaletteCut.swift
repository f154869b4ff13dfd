/// Divides colours into groups by cutting repeatedly the group whose cut most reduces the sum of
/// squared distances to the means.
///
/// After Wu, "Efficient statistical computations for optimal color quantization" (Graphics Gems II,
/// 1991), on sorted points instead of a cube of moments.
struct PaletteCut {
    private var points: [ColorPoint]
    private var boxes: [Box] = []

    /// A group of points, contiguous in the array.
    private struct Box {
        var range: Range<Int>
        /// The best index to cut at, the axis to sort along first, and the gain.
        var cut = 0
        var axis = 0
        var gain: Float = 0
    }

    /// Creates one group of all points.
    init(_ points: [ColorPoint]) {
        self.points = points
    }

    /// Returns the means of up to `count` groups, as packed colours.
    mutating func colors(_ count: Int) -> [UInt32] {
        guard !points.isEmpty else { return [] }
        boxes = [measured(points.indices)]
        while boxes.count < count,
            let index = boxes.indices.max(by: { boxes[$0].gain < boxes[$1].gain }),
            boxes[index].gain > 0
        {
            let box = boxes[index]
            sort(box.range, along: box.axis)
            boxes[index] = measured(box.range.lowerBound..<box.cut)
            boxes.append(measured(box.cut..<box.range.upperBound))
        }
        return boxes.map { ColorPoint.color(at: Moment(points[$0.range]).mean) }
    }

    /// Returns the group of a range, with the best cut along the axis of its largest variance.
    private mutating func measured(_ range: Range<Int>) -> Box {
        var box = Box(range: range)
        guard range.count > 1 else { return box }
        let total = Moment(points[range])
        let mean = total.mean
        let variance = points[range].reduce(into: SIMD4<Float>.zero) { sum, point in
            let difference = point.place - mean
            sum += difference * difference * point.weight
        }
        box.axis = (0..<3).max { variance[$0] < variance[$1] } ?? 0
        sort(range, along: box.axis)
        // Relative to the mean, so that the sum of all points is 0 and no precision is lost.
        var left = Moment()
        for cut in range.dropFirst() {
            let point = points[cut - 1]
            left.add(point.place - mean, weight: point.weight)
            let gain = left.energy(total.weight)
            if gain > box.gain { (box.gain, box.cut) = (gain, cut) }
        }
        return box
    }

    private mutating func sort(_ range: Range<Int>, along axis: Int) {
        points[range].sort { $0.place[axis] < $1.place[axis] }
    }
}

/// The sums of weighted points and of weights.
private struct Moment {
    private var sum = SIMD4<Float>.zero
    private(set) var weight: Float = 0

    init() {}

    init(_ points: ArraySlice<ColorPoint>) {
        for point in points { add(point.place, weight: point.weight) }
    }

    var mean: SIMD4<Float> { sum / max(weight, 1) }

    /// Returns the decrease of the squared distances to the mean if these points leave a group of
    /// `total` weight whose mean is the origin.
    func energy(_ total: Float) -> Float {
        let square = (sum * sum).sum()
        return square / max(weight, 1) + square / max(total - weight, 1)
    }

    mutating func add(_ place: SIMD4<Float>, weight: Float) {
        sum += place * weight
        self.weight += weight
    }
}
