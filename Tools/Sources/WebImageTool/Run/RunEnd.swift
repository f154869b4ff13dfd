import ArgumentParser

/// The end of a run over sources.
enum RunEnd: Sendable {
    /// Every source succeeded, and was reported.
    case done
    /// Every source was reported, and at least one failed.
    case failed
    /// A list could not be read to its end, or a report could not be printed.
    case incomplete

    /// Throws the status of the process, unless every source succeeded.
    ///
    /// - Parameter answersLines: `true` if each line of standard input has its line on standard
    ///   output, so that 0 and 1 say that all of them are there.
    func check(answersLines: Bool) throws(ExitCode) {
        switch self {
        case .done: return
        case .failed: throw .failure
        case .incomplete: throw answersLines ? .unanswered : .failure
        }
    }
}

extension ExitCode {
    /// Lines of a list have no answer; the number is `EX_IOERR`.
    static let unanswered = ExitCode(74)
}
