/// The words of other programs for what a command does.
enum CommandWord {
    private static let commands = [
        "convert": "get", "resize": "get", "thumbnail": "get", "crop": "get", "strip": "get",
        "download": "get", "fetch": "get", "load": "get", "save": "get", "optimize": "get",
        "identify": "info", "inspect": "info", "show": "info", "exif": "info", "stat": "info",
        "diff": "compare", "montage": "sheet", "contact-sheet": "sheet", "grid": "sheet",
        "split": "frames", "join": "frames", "animate": "frames", "gif": "frames",
        "warm": "prefetch", "preload": "prefetch", "version": "--version",
    ]
    private static let cacheCommands = [
        "ls": "list", "rm": "remove", "delete": "remove", "purge": "clear", "empty": "clear",
        "du": "info", "size": "info", "stats": "info", "gc": "trim", "prune": "trim",
    ]

    /// Returns the command for a word; nil for an unknown one.
    ///
    /// - Parameter path: The words in front: `webimage`, or `webimage cache`.
    static func meant(by word: String, after path: String) -> String? {
        (path == "webimage" ? commands : cacheCommands)[word.lowercased()]
    }
}
