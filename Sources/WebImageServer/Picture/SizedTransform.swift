#if Server
    import WebImage

    /// A rule of sizes as a transform, for pictures that are changed before or amid its steps.
    ///
    /// The steps before the canvas, then the effects, then the canvas and padding.
    struct SizedTransform: ImageTransform {
        let sizing: TargetSizing
        let effects: [BuiltInTransform]

        var spelling: String {
            let effects = effects.map(\.spelling).joined(separator: ";")
            return "sized(\(sizing.spelling);\(effects))"
        }

        var fault: String? { effects.lazy.compactMap(\.fault).first }

        func resultSize(of size: PixelSize) -> PixelSize {
            let plan = sizing.plan(for: size)
            return plan.canvas.area > plan.scaled.area ? plan.canvas : plan.scaled
        }

        func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
            let metadata = ImageMetadata(size: bitmap.size)
            let downsampling = Downsampling(sizing)
            do throws(CodecError) {
                try downsampling.check(metadata, DecodeLimits())
            } catch {
                throw TransformFailure(spelling, "\(error)")
            }
            var result = bitmap
            if let shown = downsampling.shown(of: result.size, metadata) {
                result = result.resampled(to: shown.size, columns: shown.columns, rows: shown.rows)
            }
            let orientation = downsampling.orientation(of: metadata)
            if orientation != .up { result = result.oriented(orientation) }
            let rect = downsampling.kept(of: result, metadata)
            if rect.size != result.size { result = result.cropped(to: rect) }
            for effect in effects { result = try effect.apply(to: result) }
            guard let canvas = downsampling.canvas(of: metadata) else { return result }
            return result.placed(canvas.place, on: canvas.size)
        }
    }
#endif
