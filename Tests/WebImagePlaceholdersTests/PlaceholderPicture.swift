import WebImagePixels

/// Returns the picture whose hashes were computed by reference programs from PyPI.
///
/// They are `thumbhash-python` 1.0.1 and `blurhash` 1.1.5, which wraps the format's own C.
func placeholderPicture(_ width: Int, _ height: Int, isRound: Bool = false) -> Bitmap {
    var bitmap = Bitmap(size: PixelSize(width: width, height: height))
    let radius = min(width, height)
    for y in 0..<height {
        for x in 0..<width {
            let (dx, dy) = (2 * x - width, 2 * y - height)
            guard !isRound || dx * dx + dy * dy < radius * radius else { continue }
            let blue = (x / 8 + y / 8) % 2 == 1 ? x * y * 7 % 256 : 200
            let green = y * 255 / max(1, height - 1)
            let red =
                x * 200 / max(1, width - 1) + x * y * 55 / max(1, (width - 1) * (height - 1))
            bitmap[x, y] = SIMD4(UInt8(blue), UInt8(green), UInt8(red), 255)
        }
    }
    return bitmap
}

/// Returns `true` if a pixel is red, green, blue, alpha to within `tolerance` levels.
func isClose(_ pixel: SIMD4<UInt8>, _ expected: SIMD4<Int>, tolerance: Int) -> Bool {
    let found = SIMD4(Int(pixel.z), Int(pixel.y), Int(pixel.x), Int(pixel.w))
    return (0..<4).allSatisfy { abs(found[$0] - expected[$0]) <= tolerance }
}
