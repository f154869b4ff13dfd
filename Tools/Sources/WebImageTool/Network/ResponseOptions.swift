import ArgumentParser
import WebImage

/// The options for the responses of sources: the accepted ones, and those that name a second URL.
struct ResponseOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Responses with this header field are failures, as 'Name: value', or 'Name' for any "
                + "value; may be repeated. Pictures are cached apart.", valueName: "field"),
        transform: ResponseOptions.readField)
    var rejectHeader: [HeaderMatch] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The statuses whose responses may have a picture, such as 200-299,404, or any (default: "
                + "200-299). Pictures are cached apart.", valueName: "statuses"),
        transform: ResponseOptions.readStatuses)
    var acceptStatus: StatusSet?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The media types of responses, such as image/*, between commas (default: any). Pictures "
                + "are cached apart.", valueName: "types"),
        transform: ResponseOptions.readTypes)
    var acceptType: [String]?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "URLs that begin so answer with the URL of the picture, which is not shown; may be "
                + "repeated.", valueName: "url"),
        transform: ResponseOptions.readPrefix)
    var twoStep: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With --two-step: the place of the URL in JSON, such as data.url or images.0.src "
                + "(default: all of the text).", valueName: "path"),
        transform: ResponseOptions.readPath)
    var twoStepField: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "With --two-step: the header field that has the URL, such as Location.",
            valueName: "name"),
        transform: ResponseOptions.readName)
    var twoStepHeader: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A file in JSON of rules for hosts: fields to send, responses to reject and accept, two "
                + "steps, lifetimes. Options win over it.", valueName: "file"),
        completion: .file(), transform: RulesArgument.read)
    var rules: SourceRules?

    func validate() throws {
        let given = [
            ("--two-step-field", twoStepField != nil), ("--two-step-header", twoStepHeader != nil),
        ].filter(\.1).map(\.0)
        if given.count > 1 {
            throw ValidationError("\(given[0]) and \(given[1]) exclude each other.")
        }
        if let option = given.first, twoStep.isEmpty {
            throw ValidationError("\(option) needs --two-step.")
        }
    }

    /// The rules of responses for all hosts.
    var common: ResponseRules {
        ResponseRules(
            rejectedHeaders: rejectHeader, acceptedStatuses: acceptStatus,
            acceptedMediaTypes: acceptType ?? [])
    }

    /// The interceptors; those of header fields are for both steps.
    var interceptors: [any LoadInterceptor] {
        guard !twoStep.isEmpty else { return common.interceptors }
        let reading =
            twoStepField.map { TwoStepURLReading.field($0) }
            ?? twoStepHeader.map { .header($0) } ?? .text
        let rule = TwoStepURLRule.any(of: twoStep.map { .prefix($0) })
        return [.twoStepURL(rule, from: reading)] + common.interceptors
    }
}

// The values.
extension ResponseOptions {
    private static func readField(_ text: String) throws -> HeaderMatch {
        guard let match = HeaderMatch(reading: text) else {
            throw ValidationError(
                "expected a header field as 'Name' or 'Name: value', found '\(text.printable)'.")
        }
        return match
    }

    private static func readStatuses(_ text: String) throws -> StatusSet {
        guard let statuses = StatusSet(text) else {
            throw ValidationError(
                "expected statuses such as 200-299,404, found '\(text.printable)'.")
        }
        return statuses
    }

    private static func readTypes(_ text: String) throws -> [String] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard let type = ResponseRules.mediaType(String(part)) else {
                throw ValidationError(
                    "expected media types such as image/*, found '\(text.printable)'.")
            }
            return type
        }
    }

    private static func readPrefix(_ text: String) throws -> String {
        guard WebPlace(text)?.host.isEmpty == false else {
            throw ValidationError(
                "expected the beginning of a URL of http or https, found '\(Source(text).display)'."
            )
        }
        return text
    }

    private static func readPath(_ text: String) throws -> String {
        guard
            text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ !$0.isEmpty })
        else {
            throw ValidationError("expected a path such as data.url, found '\(text.printable)'.")
        }
        return text
    }

    private static func readName(_ text: String) throws -> String {
        guard let match = HeaderMatch(reading: text), match.value == .any else {
            throw ValidationError(
                "expected the name of a header field such as Location, found '\(text.printable)'.")
        }
        return match.name
    }
}
