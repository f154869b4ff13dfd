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
    ///
    /// - Parameter sourceFormat: The format of the source; nil if it is not known.
    func tell(_ file: ImageFile, of source: Source, in sourceFormat: ImageFormat?) {
        let (notes, format) = (session.notes, file.format)
        tellPage(of: file.source, in: sourceFormat)
        notes.tellTruncated(source, file.source)
        notes.tell(encoding.given, as: format)
        for loss in file.dropped { notes.tell(loss, of: source, as: format) }
    }
}
