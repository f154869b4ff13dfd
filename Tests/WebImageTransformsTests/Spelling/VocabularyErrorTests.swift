import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTransforms

/// Spellings that are refused.
extension VocabularyTests {
    @Test(arguments: [
        ("crp(3x4)", "unknown transform 'crp'; did you mean 'crop'?"),
        ("Circle", "unknown transform 'Circle'; did you mean 'circle'?"),
        (
            "posterize",
            "unknown transform 'posterize'; known are resize, scale, crop, rotate, flip, roundcorners, circle, "
                + "blur, tint, grayscale, pad, sharpen, pixelate, brightness, contrast, "
                + "saturation, sepia, background, trim, sized, composite, text"
        ),
        ("", "'' is not a transform: expected a name, found nothing"),
        (
            "crop(3x4",
            "'crop(3x4' is not a transform: expected one ')' for every '(', the last at the end"
        ),
        ("crop3x4)", "'crop3x4)' is not a transform: expected '(' before ')'"),
        (
            "blur(3)x",
            "'blur(3)x' is not a transform: expected one ')' for every '(', the last at the end"
        ),
        (
            "blur(3)(4)",
            "'blur(3)(4)' is not a transform: expected one ')' for every '(', the last at the end"
        ),
        ("blur", "blur: sigma is missing: expected a number of pixels"),
        ("crop(3,4)", "crop: size: expected a size such as 320x240, 320x or x240, found '3'"),
        ("crop(3x4,,1)", "crop: x: expected a column, found ''"),
        (
            "crop(3x4,1,2,3)",
            "crop: unexpected argument '3'; usage: crop(WIDTHxHEIGHT[,X,Y|,at:PLACE])"
        ),
        (
            "crop(3x4,1,at:north)",
            "crop: unexpected argument '1'; usage: crop(WIDTHxHEIGHT[,X,Y|,at:PLACE])"
        ),
        (
            "crop(3x4,at:focus:0.5)",
            "crop: at: expected one of center, north, northeast, east, southeast, south, southwest, west, "
                + "northwest, also with distances as in east:10:0.25, focus:0.3:0.7, or smart, "
                + "found 'focus:0.5'"
        ),
        ("crop(3x4,at:focus:0.5:1.5)", "crop: expected a focus between 0 and 1, found 1.5"),
        (
            "crop(3x4,at:north:1:1e9)",
            "crop: expected a distance between 0 and 16777216, found 1000000000.0"
        ),
        ("resize(3x4,at:smart)", "resize: expected 'fill' with a place, found fit"),
        (
            "circle(3)",
            "circle: unexpected argument '3'; usage: circle[(border:WIDTH[,color:#RRGGBBAA])]"
        ),
        ("blur(3,x:1)", "blur: unexpected argument 'x:1'; usage: blur(SIGMA)"),
        ("blur(x:1)", "blur: sigma is missing: expected a number of pixels"),
        ("flip(left)", "flip: sides: expected one of horizontal, vertical, both, found 'left'"),
        (
            "resize(3x4,filter:x)",
            "resize: filter: expected one of nearest, box, bilinear, bicubic, lanczos, found 'x'"
        ),
        ("tint(red)", "tint: color: expected a colour such as #3366ff or #3366ff80, found 'red'"),
        (
            "tint(#12345)",
            "tint: color: expected a colour such as #3366ff or #3366ff80, found '#12345'"
        ),
        ("rotate(nan)", "rotate: angle: expected degrees such as 90 or 12.5, found 'nan'"),
        ("blur(500.5)", "blur: expected a standard deviation between 0 and 500, found 500.5"),
        ("blur(-1)", "blur: expected a standard deviation between 0 and 500, found -1.0"),
        ("roundcorners(-1)", "roundcorners: expected a radius between 0 and 16777216, found -1.0"),
        ("circle(border:-2)", "circle: expected a border width between 0 and 16777216, found -2.0"),
        (
            "roundcorners(1,corners:top)",
            "roundcorners: corners: expected all, none, or topleft, topright, bottomleft, "
                + "bottomright joined by +, found 'top'"
        ),
        (
            "circle(border:1,border:2)",
            "circle: unexpected argument 'border:2'; usage: circle[(border:WIDTH[,color:#RRGGBBAA])]"
        ),
        ("composite(x:1)", "composite: url is missing: expected a percent-encoded URL"),
        (
            "composite(url:a,at:left)",
            "composite: at: expected one of center, north, northeast, east, southeast, south, "
                + "southwest, west, northwest, found 'left'"
        ),
        (
            "composite(url:a,scale:0)",
            "composite: expected a scale above 0, at most 16, found 0.0"
        ),
        (
            "composite(url:a,x:-1,tile)",
            "composite: expected x between 0 and 16777216, found -1.0"
        ),
        (
            "composite(url:a,opacity:1.5)",
            "composite: expected an opacity between 0 and 1, found 1.5"
        ),
        (
            "composite(url:a,transforms:blurr%281%29)",
            "unknown transform 'blurr'; did you mean 'blur'?"
        ),
        ("text", "text: text is missing: expected percent-encoded text"),
        ("text(a%0Ab)", "text: expected one line of text, found a control character"),
        ("text(%FF)", "text: text: expected percent-encoded text, found '%FF'"),
        (
            "text(a,font:x%22%3E)",
            "text: expected the name of a font family: letters, digits, spaces and hyphens"
        ),
        (
            "text(abcdefghijklmnopqrst,size:500)",
            "text: expected a size between 1 and 512, and at most 4096 divided by the number of "
                + "characters, found 500.0"
        ),
        ("sized", "sized: size is missing: expected \(TargetSizing.usage)"),
        (
            "sized(cover)",
            "sized: size: expected one of fit, fill, fill-down, exact, stretch, auto, found 'cover'"
        ),
        ("sized(fit,dpr:0)", "sized: dpr: expected a number above 0, such as 2 or 1.5, found '0'"),
        (
            "sized(fit,effects:crop(1x1))",
            "unknown transform 'crop'; known are blur, sharpen, pixelate, tint, grayscale, "
                + "brightness, contrast, saturation, sepia, background"
        ),
        (
            "sized(fit,effects:sized(fit))",
            "unknown transform 'sized'; known are blur, sharpen, pixelate, tint, grayscale, "
                + "brightness, contrast, saturation, sepia, background"
        ),
        (
            "sized(fit,effects:blur(-1))",
            "blur: expected a standard deviation between 0 and 500, found -1.0"
        ),
        (
            "resize(3x4,enlarge,enlarge)",
            "resize: fit: expected one of fit, fill, stretch, found 'enlarge'"
        ),
    ])
    func `a wrong spelling is refused with what was expected`(_ text: String, _ message: String) {
        let error = #expect(throws: VocabularyError.self) { try vocabulary.read(text) }
        #expect(error?.description == message)
    }

    @Test func `the error of an unknown name carries the known ones`() {
        #expect(
            throws: VocabularyError.unknownName("rotat", nearest: "rotate", known: vocabulary.names)
        ) { try vocabulary.read("rotat(3)") }
    }

    @Test func `an error cuts and cleans a long text`() {
        let text = "\u{1B}[31m" + String(repeating: "é", count: 5000)
        let error = #expect(throws: VocabularyError.self) { try vocabulary.read(text) }
        let message = error?.description ?? ""
        #expect(!message.isEmpty && message.unicodeScalars.count < 300)
        #expect(!message.unicodeScalars.contains("\u{1B}"))
    }
}
