import WebImagePixels

extension Bitmap {
    /// The defect of the pixels, nil for none: a colour above its alpha, or a transparent pixel in
    /// a picture marked opaque.
    var pixelProblem: String? {
        guard colorSpace != .cmyk else { return nil }
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = self[x, y]
                if pixel.w < max(pixel.x, pixel.y, pixel.z) {
                    return "pixel \(x),\(y) is not premultiplied"
                }
                if isOpaque, pixel.w != 255 {
                    return "pixel \(x),\(y) is transparent in an opaque image"
                }
            }
        }
        return nil
    }
}
