import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms

/// The values that the options of an address and its presets set; later ones count.
struct ImgproxyOptions {
    var sizing = TargetSizing()
    /// The canvas of the box's size, if it is wanted, and its position.
    var extend = (isOn: false, position: CropPosition.center)
    /// The canvas of the box's aspect ratio, if it is wanted, and its position.
    var extendRatio = (isOn: false, position: CropPosition.center)
    var quarterTurns = 0
    var flips = (across: false, down: false)
    var turnsUpright: Bool?

    /// The difference of trimmed margins, 0 to 255; nil keeps margins.
    var trimThreshold: Double?
    var trimColor: RGBAColor?
    var trimsEqually = (across: false, down: false)

    var blur = 0.0
    var sharpen = 0.0
    var pixelate = 0
    var background: RGBAColor?
    /// The mark; it is shown if its opacity is above 0.
    var watermark = WatermarkPlan(opacity: 0)

    var encoding = EncodingPlan()
    var limits = LimitPlan()
    var isRaw = false
    var expires: Int?
    var fileName: String?
    var isAttachment: Bool?

    func plan(of source: SourceAddress) -> ImagePlan {
        var plan = ImagePlan(source)
        plan.product = isRaw ? .source : .picture
        plan.trim = trimThreshold.map {
            .trim(
                threshold: $0, color: trimColor, isEqualHorizontally: trimsEqually.across,
                isEqualVertically: trimsEqually.down)
        }
        plan.sizing = finalSizing
        plan.turnsUpright = turnsUpright
        // The order follows the steps, whatever the order in the address.
        let effects: [BuiltInTransform] = [.blur(blur), .sharpen(sharpen), .pixelate(pixelate)]
        plan.effects = effects.filter { !$0.isIdentity }
        plan.background = background
        plan.watermark = watermark.opacity > 0 ? watermark : nil
        (plan.encoding, plan.limits) = (encoding, limits)
        (plan.expires, plan.fileName, plan.isAttachment) = (expires, fileName, isAttachment)
        return plan
    }

    private var finalSizing: TargetSizing {
        var sizing = sizing
        if extendRatio.isOn { sizing.canvas = .aspectRatio(extendRatio.position) }
        // A canvas of the box's size has its aspect ratio, too.
        if extend.isOn { sizing.canvas = .box(extend.position) }
        // The flips come after the turn. Those over both axes are half a turn.
        sizing.orientation = Orientation(
            quarterTurns: quarterTurns + (flips.down ? 2 : 0),
            isMirrored: flips.across != flips.down)
        if let side = limits.maxResultSide {
            sizing.maxSide = min(side, Self.longestSide)
        } else if sizing.plain != nil, sizing.width > 0 || sizing.height > 0 {
            // A box alone rounds halves in another way than imgproxy, a rule with a bound as
            // imgproxy.
            sizing.maxSide = Self.longestSide
        }
        return sizing
    }

    private static let longestSide = 1 << 24

    /// The modes by the names of `resizing_type`.
    static let modes: [String: TargetSizing.Mode] = [
        "fit": .fit, "fill": .fill, "fill-down": .fillDown, "force": .exact, "auto": .auto,
    ]
}
