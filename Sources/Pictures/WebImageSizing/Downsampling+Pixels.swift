package import WebImageBytes
package import WebImagePixels

// The steps from decoded pixels to those of a result.
extension Downsampling {
    /// The part of a decoded bitmap that is scaled, and its size then.
    package struct Shown {
        /// The columns of the bitmap.
        package let columns: AxisSpan
        /// The rows of the bitmap.
        package let rows: AxisSpan
        /// The width and height to scale to.
        package let size: PixelSize
    }

    /// Returns the part of a decoded bitmap that is scaled, and its size; nil for the bitmap as it
    /// is.
    ///
    /// The bitmap is as stored: the whole picture in its own size or another one, or in that which
    /// ``scaledSize(of:isVector:)`` tells, with the lines of its grid.
    package func shown(of size: PixelSize, _ metadata: ImageMetadata) -> Shown? {
        let stored = metadata.orientation
        let scaled = stored.upright(
            scaledSize(of: metadata.size, isVector: metadata.isVector))
        guard let rule, !metadata.size.isEmpty else {
            guard size != scaled else { return nil }
            let coverage = coverage(of: metadata.size, isVector: metadata.isVector)
            return Shown(coverage.stored(stored), of: size, scaledTo: scaled)
        }
        let grid = SizingGrid(rule, of: metadata.size, isVector: metadata.isVector, maxArea)
        let rect = asked(of: grid)
        let turned = rule.orientation.upright(metadata.size)
        let isGrid = size == scaled && size != stored.upright(metadata.size)
        let coverage =
            isGrid
            ? Coverage(
                PixelRect(x: grid.part.x + rect.x, y: grid.part.y + rect.y, size: rect.size),
                of: grid.size)
            : grid.shown(rect, of: turned)
        let orientation = stored.followed(by: rule.orientation)
        return Shown(
            coverage.stored(orientation), of: size, scaledTo: orientation.upright(rect.size))
    }

    /// Returns the width and height of stored pixels in the scale of the result.
    package func shownSize(of metadata: ImageMetadata) -> PixelSize {
        guard let rule, !metadata.size.isEmpty else {
            return metadata.orientation.upright(
                scaledSize(of: metadata.size, isVector: metadata.isVector))
        }
        let grid = SizingGrid(rule, of: metadata.size, isVector: metadata.isVector, maxArea)
        return orientation(of: metadata).upright(asked(of: grid).size)
    }

    /// The orientation that makes stored pixels those of the result.
    package func orientation(of metadata: ImageMetadata) -> Orientation {
        metadata.orientation.followed(by: rule?.orientation ?? .up)
    }

    /// Returns the part of the upright, scaled pixels that is kept.
    package func kept(of bitmap: Bitmap, _ metadata: ImageMetadata) -> PixelRect {
        guard let rule else { return evenCut(of: bitmap.size) }
        let plan = rule.plan(
            for: metadata.size, isVector: metadata.isVector, maxArea: maxArea)
        var rect = PixelRect(x: 0, y: 0, size: bitmap.size)
        if rule.cropAsksPixels { rect = bitmap.attentionRect(of: plan.scaled) }
        guard rule.cropAsksPixels || rule.position == .attention, rect.size != plan.kept.size
        else { return rect }
        let kept =
            rule.position == .attention
            ? bitmap.cropped(to: rect).attentionRect(of: plan.kept.size) : plan.kept
        return PixelRect(x: rect.x + kept.x, y: rect.y + kept.y, size: kept.size)
            .clamped(to: bitmap.size)
    }

    /// Returns the canvas of the result, and the place of the picture on it; nil for none.
    package func canvas(of metadata: ImageMetadata) -> (size: PixelSize, place: PixelRect)? {
        guard let rule else { return nil }
        let plan = rule.plan(
            for: metadata.size, isVector: metadata.isVector, maxArea: maxArea)
        return plan.canvas == plan.kept.size ? nil : (plan.canvas, plan.place)
    }

    /// Returns the moves of stored pixels to those of the result.
    ///
    /// - Parameter kept: The part of the upright, scaled pixels that is kept; nil for all of it.
    package func moves(of metadata: ImageMetadata, keeping kept: PixelRect?) -> [PixelMove] {
        var moves: [PixelMove] = []
        if let shown = shown(of: metadata.orientation.upright(metadata.size), metadata) {
            moves += [.part(columns: shown.columns, rows: shown.rows), .scale(to: shown.size)]
        }
        moves.append(.turn(orientation(of: metadata)))
        if let kept { moves.append(.crop(kept)) }
        if let canvas = canvas(of: metadata) {
            moves.append(.canvas(canvas.size, atX: canvas.place.x, y: canvas.place.y))
        }
        return moves
    }

    /// Checks the size of the result and of what is scaled for it, before memory is allocated.
    ///
    /// Without a rule besides a box no picture is larger than its file's, which was checked.
    ///
    /// - Throws: `CodecError.limit` if a limit is exceeded.
    /// - Parameter frameCount: The number of frames that are made in that size.
    package func check(
        _ metadata: ImageMetadata, _ limits: DecodeLimits, frameCount: Int = 1
    ) throws(CodecError) {
        guard let rule else { return }
        let grid = SizingGrid(rule, of: metadata.size, isVector: metadata.isVector, maxArea)
        for size in [grid.plan.canvas, asked(of: grid).size] {
            try limits.check(size, format: ImageFormat(rawValue: "picture"))
        }
        try limits.check(frames: frameCount, of: grid.plan.canvas)
    }

    /// Returns the size of the result, and the number of bitmaps of it in memory at once.
    package func demand(
        of demand: MemoryDemand, isVector: Bool
    ) -> (size: PixelSize, copies: Int) {
        guard let rule else {
            let size = scaledSize(of: demand.size, isVector: isVector)
            return (size, (size == demand.size ? 0 : 1) + (demand.turns ? 1 : 0))
        }
        let sources = demand.turns ? [demand.size, demand.size.transposed] : [demand.size]
        let sizes = sources.flatMap { source in
            let grid = SizingGrid(rule, of: source, isVector: isVector, maxArea)
            return [grid.plan.canvas, asked(of: grid).size]
        }
        return (sizes.max { $0.area < $1.area } ?? demand.size, 2)
    }

    /// Returns the part of the scaled part that is made of pixels, before it asks them.
    private func asked(of grid: SizingGrid) -> PixelRect {
        if rule?.cropAsksPixels == true {
            return PixelRect(x: -grid.part.x, y: -grid.part.y, size: grid.size)
        }
        guard rule?.position == .attention else { return grid.plan.kept }
        return PixelRect(x: 0, y: 0, size: grid.plan.scaled)
    }

    /// Returns the rectangle without the surplus of `fill`, which is cut evenly on both sides.
    func evenCut(of whole: PixelSize) -> PixelRect {
        guard fit == .fill, let box else { return PixelRect(x: 0, y: 0, size: whole) }
        let width = box.width > 0 ? min(box.width, whole.width) : whole.width
        let height = box.height > 0 ? min(box.height, whole.height) : whole.height
        return PixelRect(
            x: (whole.width - width) / 2, y: (whole.height - height) / 2,
            size: PixelSize(width: width, height: height))
    }
}

extension Downsampling.Shown {
    fileprivate init(_ coverage: Coverage, of size: PixelSize, scaledTo target: PixelSize) {
        self.init(
            columns: coverage.columns(of: size.width), rows: coverage.rows(of: size.height),
            size: target)
    }
}

extension TargetSizing {
    /// `true` if the part that is scaled depends on the pixels.
    var cropAsksPixels: Bool {
        guard let crop else { return false }
        return crop.position ?? position == .attention
    }
}
