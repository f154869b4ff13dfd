import WebImageCoding
package import WebImagePixels

// The moves of pixels that gain maps follow. Overlays, blurs, pixelated pictures and rounded
// corners have none: they drop the map.

extension Crop {
    package var usesColors: Bool { false }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [.crop(rect(in: bitmap))] }
}

extension Flip {
    package var usesColors: Bool { false }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [.turn(orientation)] }
}

extension Pad {
    /// Greys are the same in all spaces of one curve.
    package var usesColors: Bool { color.red != color.green || color.green != color.blue }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? {
        let canvas = resultSize(of: bitmap.size)
        return [
            .canvas(
                canvas, atX: (canvas.width - bitmap.size.width) / 2,
                y: (canvas.height - bitmap.size.height) / 2)
        ]
    }
}

extension Resize {
    package var usesColors: Bool { false }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? {
        guard fit == .fill else { return [.scale(to: resultSize(of: bitmap.size))] }
        let shown = FilledBox(of: bitmap.size, in: size, enlarges: enlarges)
        let (columns, rows) = shown.spans(at: position, in: bitmap)
        return [.part(columns: columns, rows: rows), .scale(to: shown.size)]
    }
}

extension Rotate {
    package var usesColors: Bool { false }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [.rotate(degrees: degrees)] }
}

extension Scale {
    package var usesColors: Bool { false }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? {
        [.scale(to: resultSize(of: bitmap.size))]
    }
}

extension Sized {
    package var usesColors: Bool { effects.contains { $0.usesColors } }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? {
        guard effects.allSatisfy({ $0.moves(on: bitmap) == [] }) else { return nil }
        return steps.moves(of: ImageMetadata(size: bitmap.size), keeping: kept(on: bitmap))
    }
}

extension Trim {
    package var usesColors: Bool { false }

    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [.crop(content(of: bitmap))] }
}

// Colours change where they are.

extension Background {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}

extension Brightness {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}

extension Contrast {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}

extension Grayscale {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}

extension Saturation {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}

extension Sepia {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}

extension Sharpen {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}

extension Tint {
    package func moves(on bitmap: Bitmap) -> [PixelMove]? { [] }
}
