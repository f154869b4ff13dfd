import WebImage

// The file that is made of a picture.
extension GetJob {
    /// The name of ``choice(for:of:)`` in keys: all that it depends on besides picture and
    /// settings.
    var choiceName: String {
        let formats = [encoding.format, destination.namedFormat].map { $0?.rawValue ?? "" }
        return "get,\(formats.joined(separator: ",")),\(page ?? 0),\(mayChangeShape)"
    }

    /// Returns the format and settings of the file of a picture, with the name of its source's
    /// format.
    func choice(for image: DecodedImage, of original: EncodedImage) -> FileChoice {
        let format = outputFormat(for: image, of: original.format)
        var choice = FileChoice(format, settings: encoding.settings(for: format))
        // A page that was chosen is written without the others.
        choice.copiesOriginal = page == nil || image.metadata.pageCount == 1
        choice.note = { _ in original.format?.rawValue ?? "" }
        return choice
    }

    /// The formats that may be chosen; empty if that depends on the source.
    var possibleFormats: Set<ImageFormat> {
        (encoding.format ?? destination.namedFormat).map { $0 == .png ? [.png, .apng] : [$0] } ?? []
    }

    /// Returns the requested format, else the one of the output's name, else the source's, else
    /// PNG.
    private func outputFormat(
        for image: DecodedImage, of source: ImageFormat?
    ) -> ImageFormat {
        if let format = encoding.format { return format }
        if let named = destination.namedFormat {
            // An APNG is a PNG, also in its file name.
            let isMoving =
                named == .png && source == .apng
                && (!mayChangePicture(as: .apng) || canMove(image, as: .apng))
            return isMoving ? .apng : named
        }
        guard let source else { return .png }
        if !mayChangePicture(as: source) { return source }
        return session.pipeline.codecs.encoders.contains { $0.format == source } ? source : .png
    }

    /// Returns `true` if an option may change a picture that is written in a format.
    private func mayChangePicture(as format: ImageFormat) -> Bool {
        mayChangeShape || encoding.mayChangePicture(as: format)
    }

    /// Returns `true` if the image has frames, and the format an encoder for them.
    private func canMove(_ image: DecodedImage, as format: ImageFormat) -> Bool {
        image.frames != nil && session.pipeline.codecs.animatedEncoder(for: format) != nil
    }
}
