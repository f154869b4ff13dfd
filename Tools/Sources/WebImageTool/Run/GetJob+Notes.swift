import WebImage

// What is said of a source besides its report.
extension GetJob {
    /// Throws for a cached picture in place of the one that `--refresh` asks for.
    func check(_ result: some LoadedResult) throws(SourceFailure) {
        guard options.cachePolicy == .refresh, !allowsStale, let error = result.staleReason
        else { return }
        var failure = SourceFailure(error)
        failure.reason += " (the cached picture was not used; --stale-ok allows it)"
        throw failure
    }

    /// Tells of a page that the file does not have.
    func tellPage(of source: ImageMetadata, in format: ImageFormat?) {
        guard let page, page > 1, source.pageCount == 1, let format else { return }
        session.notes.tell("--page \(page) has no effect on \(format), which has no pages")
    }

    /// Tells of options that change nothing, and of what is not written.
    func tell(_ facts: SourceFacts, of file: ImageFile, _ source: Source) {
        let (notes, format) = (session.notes, file.format)
        tellPage(of: file.source, in: facts.format)
        notes.tellTruncated(source, file.source)
        notes.tell(encoding.given, as: format)
        if options.colorProfile == .keep, [.gif, .apng, .bmp, .ico].contains(format) {
            notes.tell("--icc keep has no effect on \(format), which is always sRGB")
        }
        let count = file.source.frameCount
        if count > 1, !wantsFirstFrame, facts.isAnimated, format != facts.format,
            session.pipeline.codecs.animatedEncoder(for: format) == nil
        {
            notes.tellFrames(of: source, count, as: format)
        }
        if let lost = facts.lost, tellsLostToUser { notes.tellLost(lost, of: source) }
    }
}
