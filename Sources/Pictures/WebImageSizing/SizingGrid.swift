import WebImagePixels

/// The pixels of the whole turned picture at the scale of the part that a rule crops.
///
/// The grid's lines are those of the scaled part, so that the part is whole pixels of it, and the
/// grid covers up to half a pixel more or less than the picture on each side. Pixels of the part
/// are made of the crop alone, as if it had been cut before.
struct SizingGrid {
    let plan: SizingPlan
    /// The width and height of the grid.
    let size: PixelSize
    /// The part of the turned picture that the grid covers.
    let coverage: Coverage
    /// The scaled part in the grid.
    let part: PixelRect
    private let columnEdges: ClosedRange<Double>?
    private let rowEdges: ClosedRange<Double>?

    /// Creates the grid of an upright picture.
    init(_ sizing: TargetSizing, of source: PixelSize, isVector: Bool, _ maxArea: Int?) {
        plan = sizing.plan(for: source, isVector: isVector, maxArea: maxArea)
        let turned = sizing.turned(source)
        var columns = Axis(turned.width, plan.crop.x, plan.crop.size.width, plan.scaled.width)
        var rows = Axis(turned.height, plan.crop.y, plan.crop.size.height, plan.scaled.height)
        // The place of a crop that asks pixels is not known yet.
        if !sizing.cropAsksPixels {
            columns.span.edges = Self.edges(plan.crop.x, plan.crop.size.width, of: turned.width)
            rows.span.edges = Self.edges(plan.crop.y, plan.crop.size.height, of: turned.height)
        }
        (columnEdges, rowEdges) = (columns.span.edges, rows.span.edges)
        size = PixelSize(width: columns.count, height: rows.count)
        coverage = Coverage(columns: columns.span, rows: rows.span, of: turned)
        part = PixelRect(x: columns.start, y: rows.start, size: plan.scaled)
    }

    /// Returns the part of the turned picture that a rectangle of the scaled part shows.
    func shown(_ rect: PixelRect, of turned: PixelSize) -> Coverage {
        let (x, y) = (
            Double(plan.crop.size.width) / Double(plan.scaled.width),
            Double(plan.crop.size.height) / Double(plan.scaled.height)
        )
        return Coverage(
            columns: AxisSpan(
                start: Double(plan.crop.x) + Double(rect.x) * x,
                length: Double(rect.size.width) * x, edges: columnEdges),
            rows: AxisSpan(
                start: Double(plan.crop.y) + Double(rect.y) * y,
                length: Double(rect.size.height) * y, edges: rowEdges), of: turned)
    }

    /// Returns the edges of a crop on an axis; nil if it is all of it.
    private static func edges(_ start: Int, _ length: Int, of side: Int) -> ClosedRange<Double>? {
        length < side ? Double(start)...Double(start + length) : nil
    }

    private struct Axis {
        let start: Int
        let count: Int
        var span: AxisSpan

        init(_ side: Int, _ crop: Int, _ length: Int, _ scaled: Int) {
            let step = Double(length) / Double(scaled)
            start = Int(bounding: (Double(crop) / step).rounded())
            let rest = Int(bounding: (Double(side - crop - length) / step).rounded())
            count = max(1, min(start + scaled + rest, TargetSizing.longest))
            span = AxisSpan(
                start: Double(crop) - Double(start) * step,
                length: Double(start + scaled + rest) * step)
        }
    }
}
