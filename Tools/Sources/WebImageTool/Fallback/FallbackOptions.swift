import ArgumentParser
import WebImage

/// The option for other sources of a picture.
struct FallbackOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "A URL or a path that is loaded in place of a source that fails; may be repeated, at "
                + "most 8 times. Header fields, cookies and credentials go to no other host than "
                + "the source's; --rules has those of others.", valueName: "source"),
        completion: .file())
    var fallback: [String] = []

    func validate() throws {
        if fallback.contains("") { throw ValidationError("--fallback needs a URL or a path.") }
        if fallback.contains("-") {
            throw ValidationError("--fallback needs a URL or a path, not standard input.")
        }
        guard fallback.count <= ImageRequest.maxAlternativeCount else {
            throw ValidationError(
                "--fallback is given \(fallback.count) times; at most "
                    + "\(ImageRequest.maxAlternativeCount) are loaded.")
        }
    }

    /// Returns the alternatives of a request: the same picture of other sources.
    ///
    /// - Parameter diskCaching: The caching of what comes from servers; no copies of the user's own
    ///   files are kept.
    func alternatives(
        of request: ImageRequest, diskCaching: CacheAccess
    ) -> [ImageAlternative] {
        fallback.map { text in
            let source = Source(text)
            let place = source.path.map { ImageSource.file($0) } ?? .url(source.text)
            var other = ImageAlternative.source(place).request(for: request)
            let isOwn = source.path != nil && request.transforms.allSatisfy(\.inputs.isEmpty)
            other.diskCaching = isOwn ? .off : diskCaching
            return .request(other)
        }
    }
}
