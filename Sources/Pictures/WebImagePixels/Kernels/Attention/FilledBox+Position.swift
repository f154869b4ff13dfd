extension FilledBox {
    /// Returns the columns and rows that are shown if the part is not in the middle but at a place.
    ///
    /// The place is one in the whole picture, scaled as the part is: distances are pixels of the
    /// result.
    ///
    /// - Parameters:
    ///   - position: The place of the part.
    ///   - bitmap: The picture of which this is a part.
    package func spans(
        at position: CropPosition, in bitmap: Bitmap
    ) -> (columns: AxisSpan, rows: AxisSpan) {
        guard position != .center else { return (columns, rows) }
        let position = position == .attention ? attention(in: bitmap) : position
        let whole = scaledSize(of: bitmap.size)
        let rect = position.rect(of: size, in: whole)
        return (
            Self.moved(columns, rect.x, of: whole.width - size.width, in: bitmap.size.width),
            Self.moved(rows, rect.y, of: whole.height - size.height, in: bitmap.size.height)
        )
    }

    /// Returns the place of the part that catches the eye, in pixels of the result.
    package func attention(in bitmap: Bitmap) -> CropPosition {
        let part = PixelSize(
            width: Int(columns.length.rounded()), height: Int(rows.length.rounded()))
        let rect = bitmap.attentionRect(of: part)
        let whole = scaledSize(of: bitmap.size)
        return .gravity(
            .northwest,
            x: Self.scaled(rect.x, bitmap.size.width - rect.size.width, whole.width - size.width),
            y: Self.scaled(
                rect.y, bitmap.size.height - rect.size.height, whole.height - size.height))
    }

    /// Returns the size of the whole picture at the scale of the part.
    private func scaledSize(of source: PixelSize) -> PixelSize {
        let width = Double(source.width) * Double(size.width) / columns.length
        let height = Double(source.height) * Double(size.height) / rows.length
        return PixelSize(
            width: max(Int(bounding: width.rounded()), size.width),
            height: max(Int(bounding: height.rounded()), size.height))
    }

    /// Returns a distance in the room of the picture as one in the result's.
    private static func scaled(_ distance: Int, _ room: Int, _ scaledRoom: Int) -> Double {
        guard room > 0 else { return 0 }
        return (Double(distance) * Double(scaledRoom) / Double(room)).rounded()
    }

    /// Returns a part moved to a distance in the room of the result: to the edge if that is all of
    /// it.
    private static func moved(
        _ span: AxisSpan, _ distance: Int, of room: Int, in count: Int
    ) -> AxisSpan {
        guard room > 0 else { return span }
        let free = Double(count) - span.length
        return AxisSpan(start: Double(distance) * free / Double(room), length: span.length)
    }
}
