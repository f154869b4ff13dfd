public import WebImageCoding
import WebImagePixels
public import WebImageTransforms

/// A step that makes the picture of a plan; ``ImagePlan/steps`` has them in their order.
public enum PictureStep: Hashable, Sendable, CustomStringConvertible {
    /// Margins of one colour are cut.
    case trim(BuiltInTransform)
    /// The rule turns, crops and scales; then come the effects, and then its canvas and padding.
    case size(TargetSizing, effects: [BuiltInTransform])
    /// A colour comes behind transparent pixels.
    case background(RGBAColor)
    /// The server's mark is drawn; the ratio multiplies its distances in pixels.
    case watermark(WatermarkPlan, pixelRatio: Double)
    /// A transform that the address names.
    case transform(BuiltInTransform)

    /// The name of the step, and what it does as text.
    public var description: String {
        switch self {
        case .trim(let transform), .transform(let transform): transform.spelling
        case .size(let rule, let effects):
            "size(\(([rule.spelling] + effects.map(\.spelling)).joined(separator: "; ")))"
        case .background(let color): "background(\(color.spelling))"
        case .watermark(let mark, _): "watermark(\(mark.gravity?.rawValue ?? "repeat"))"
        }
    }
}

extension ImagePlan {
    /// The steps that make the picture, in the one order that they have, whatever their order in
    /// the address; those that change nothing are left out.
    public var steps: [PictureStep] {
        var steps: [PictureStep] = []
        if let trim { steps.append(.trim(trim)) }
        if trim != nil || sizing != TargetSizing() || !effects.isEmpty {
            steps.append(.size(sizing, effects: effects))
        }
        if let background { steps.append(.background(background)) }
        if let watermark {
            steps.append(.watermark(watermark, pixelRatio: max(sizing.pixelRatio, 0)))
        }
        return steps + transforms.map { .transform($0) }
    }
}
