import WebImagePixels

/// The pixels of the whole turned picture at the scale of the part that a rule crops.
///
/// The grid's lines are those of the scaled part, so that the part is whole pixels of it, and the grid
/// covers up to half a pixel more or less than the picture on each side.
struct SizingGrid {
    let plan: SizingPlan
    /// The width and height of the grid.
    let size: PixelSize
    /// The part of the turned picture that the grid covers.
    let coverage: Coverage
    /// The scaled part in the grid.
    let part: PixelRect

    /// Creates the grid of an upright picture.
    init(_ sizing: TargetSizing, of source: PixelSize, isVector: Bool, _ maxArea: Int?) {
        plan = sizing.plan(for: source, isVector: isVector, maxArea: maxArea)
        let turned = sizing.turned(source)
        let columns = Axis(turned.width, plan.crop.x, plan.crop.size.width, plan.scaled.width)
        let rows = Axis(turned.height, plan.crop.y, plan.crop.size.height, plan.scaled.height)
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
                length: Double(rect.size.width) * x),
            rows: AxisSpan(
                start: Double(plan.crop.y) + Double(rect.y) * y,
                length: Double(rect.size.height) * y), of: turned)
    }

    private struct Axis {
        let start: Int
        let count: Int
        let span: AxisSpan

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
