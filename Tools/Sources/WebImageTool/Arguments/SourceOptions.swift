import ArgumentParser

/// The options for the sources besides the arguments.
struct SourceOptions: ParsableArguments {
    @Option(
        name: [.customShort("i", allowingJoined: true), .customLong("input-list")],
        help: ArgumentHelp(
            "A file with more sources, one a line, or - for standard input; # begins a comment.",
            valueName: "file"),
        completion: .file())
    var inputList: String?

    @Flag(
        name: [.customShort("0"), .customLong("null")],
        help: "The entries of the list end with NUL, as 'find -print0' writes them.")
    var null = false

    @Flag(
        name: .shortAndLong,
        help:
            "Take the pictures in folders and below by their extensions, except hidden ones; outputs in a folder keep the tree."
    )
    var recursive = false

    func validate() throws {
        if inputList == "" { throw ValidationError("-i needs a file or -.") }
        if null, inputList == nil { throw ValidationError("-0 is for the list of -i.") }
    }

    /// `true` if there may be more than one source, whatever the number of arguments.
    var mayBeSeveral: Bool { inputList != nil || recursive }

    /// Checks the sources of a command; throws for those that cannot be loaded.
    func validate(_ sources: [String]) throws {
        if sources.isEmpty, inputList == nil {
            throw ValidationError(
                "expected a source: a URL, a path, or - for standard input.")
        }
        try Source.validate(sources)
        if inputList == "-", sources.contains("-") {
            throw ValidationError(
                "'-' is a source and the list, but standard input can be read only once.")
        }
    }
}
