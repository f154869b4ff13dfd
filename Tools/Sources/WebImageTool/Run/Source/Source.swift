import ArgumentParser
import WebImage

/// A picture given on the command line.
struct Source: Sendable {
    enum Kind: Sendable {
        case url
        case file
        case standardInput
    }

    /// The argument as given.
    let text: String
    let kind: Kind
    /// The place among several sources, such as `source 3`; nil for one alone.
    var place: String?
    /// The number of its entry in a list, from 1; nil for an argument.
    var line: Int?
    /// The folder in whose tree the file was found; nil for a source that was named itself.
    private let root: String?

    /// - Parameter root: The folder in whose tree the file was found.
    init(_ text: String, below root: String? = nil) {
        // The library passes over space before a URL, too.
        let bare = String(text.drop(while: \.isWhitespace))
        let text = Self.isURL(bare) ? bare : text
        self.text = text
        self.root = root
        kind = text == "-" ? .standardInput : Self.isURL(text) ? .url : .file
    }

    /// Creates the source of a list's line.
    init(_ text: String, atLine line: Int) {
        self.init(text)
        place = "line \(line)"
        self.line = line
    }

    /// Checks the arguments; throws for those that cannot be loaded.
    static func validate(_ sources: [String]) throws(ValidationError) {
        if sources.contains("") { throw ValidationError("A source is empty.") }
        if sources.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("'-' is given twice, but standard input can be read only once.")
        }
    }

    /// The path of a file of this machine, also of a `file:` URL; nil for other sources.
    var path: String? {
        if kind == .file { return text }
        guard isFileURL else { return nil }
        let bare = text.prefix { $0 != "?" && $0 != "#" }
        let path = Self.authority(of: bare).map { bare[$0.endIndex...] } ?? bare.dropFirst(5)
        return PercentEscapes.decoded(String(path))
    }

    /// `true` for the path of no file that begins like a host, as in `example.com/cat.jpg`.
    var mayLackScheme: Bool {
        guard kind == .file, let slash = text.firstIndex(of: "/"), FileState(of: text) == .missing
        else { return false }
        let host = text[..<slash]
        return FileState(of: String(host)) == .missing && !host.contains(" ")
            && host.dropFirst().dropLast().contains { $0 == "." || $0 == ":" }
    }

    /// Throws for a folder, which is no picture.
    func checkNoFolder() throws(SourceFailure) {
        guard let path, FileState(of: path) == .folder else { return }
        throw SourceFailure(
            stage: "load", reason: "\(path.printable) is a folder; -r takes the pictures in it")
    }

    /// The source for messages: ``name``, and the place if the name hides a part of the URL.
    var display: String {
        guard let place, kind == .url, isData || bare.utf8.count < text.utf8.count else {
            return name
        }
        return "\(name) (\(place))"
    }

    /// The source without user, query, fragment and terminal control characters.
    var name: String {
        guard kind == .url else { return shownPath.printable }
        return isData ? "data URL" : bare.printable
    }

    /// The path; what may be a URL without its scheme is shown without user and query.
    var shownPath: String {
        guard kind == .file, text.contains(where: { $0 == "@" || $0 == "?" }),
            FileState(of: text) == .missing
        else { return text }
        let bare = text.prefix { $0 != "?" && $0 != "#" }
        guard let at = bare.lastIndex(of: "@"), bare[..<at].contains(":") else {
            return mayLackScheme ? String(bare) : text
        }
        return "***" + bare[at...]
    }

    /// The URL without user, query and fragment.
    ///
    /// A password may have a slash, a question mark or a hash, which end a host too early. If an
    /// `@` after such an end may belong to it, all before the last one is hidden.
    var bare: String {
        // In bytes, since a combining accent after the question mark would hide it.
        let bare = Substring(text.utf8.prefix { $0 != 63 && $0 != 35 })
        guard let authority = Self.authority(of: bare) else { return String(bare) }
        let start = String(bare[..<authority.startIndex])
        guard let at = bare.utf8.lastIndex(of: 64), at >= authority.startIndex else {
            let isHost =
                Self.hasPort(authority)
                && !(Self.mayBePassword(authority) && authority.endIndex == bare.endIndex
                    && text[bare.endIndex...].contains("@"))
            // Otherwise a password stands in place of the port.
            return isHost ? String(bare) : start + "***"
        }
        if at < authority.endIndex { return start + bare[bare.utf8.index(after: at)...] }
        if Self.mayBePassword(authority) { return start + "***" + bare[at...] }
        guard let at = authority.utf8.lastIndex(of: 64) else { return String(bare) }
        return start + bare[bare.utf8.index(after: at)...]
    }

    /// Returns a text in which the URL has no secrets, such as the reason of a failure.
    func masked(in message: String) -> String {
        if kind == .file {
            let shown = shownPath
            return shown == text
                ? message
                : message.replacing(text, with: shown).replacing(text.printable, with: shown)
        }
        guard kind == .url, !isData else { return message }
        let shown = String(Substring(text.utf8.prefix { $0 != 63 && $0 != 35 }))
        return shown == bare ? message : message.replacing(shown, with: bare)
    }

    /// The file name in the path or URL, `image` without one.
    var fileName: String {
        switch kind {
        case .standardInput: return "image"
        case .file: return Self.lastComponent(of: text[...])
        case .url:
            guard !isData else { return "image" }
            let bare = text.prefix { $0 != "?" && $0 != "#" }
            guard let authority = Self.authority(of: bare) else {
                guard isFileURL else { return "image" }
                return PercentEscapes.decoded(Self.lastComponent(of: bare))
            }
            return PercentEscapes.decoded(Self.lastComponent(of: bare[authority.endIndex...]))
        }
    }

    /// The file name without extension, safe in any folder.
    var stem: String { FileName.stem(of: fileName, keepsBytes: kind == .file) }

    /// Returns the folder of the output below the folder of all outputs, empty or with a slash at
    /// its end.
    ///
    /// - Parameter parents: `true` for all folders of the path, or of a URL its host and path; else
    ///   those between the file and the folder in whose tree it was found.
    func folder(parents: Bool) -> String {
        var folders: [String]
        switch kind {
        case .standardInput: return ""
        case .url:
            guard parents, !isData else { return "" }
            let bare = text.prefix { $0 != "?" && $0 != "#" }
            guard let authority = Self.authority(of: bare) else { return "" }
            let host = authority.split(separator: "@").last ?? ""
            folders = host.isEmpty ? [] : [FileName.safe(host)]
            folders += bare[authority.endIndex...].split(separator: "/").dropLast().map {
                FileName.safe(PercentEscapes.decoded(String($0)))
            }
        case .file:
            let skipped = parents ? 0 : root?.utf8.count
            guard let skipped else { return "" }
            folders = text.utf8.dropFirst(skipped).split(separator: 47).dropLast()
                .compactMap { String($0) }.filter { $0 != "." && $0 != ".." }
        }
        return folders.reduce(into: "") { $0 += $1 + "/" }
    }

    /// `true` for a URL that has its bytes in it.
    var isData: Bool { kind == .url && text.prefix(5).lowercased() == "data:" }
    /// `true` for a URL of a file of this machine.
    var isFileURL: Bool { kind == .url && text.prefix(5).lowercased() == "file:" }

    /// Returns `true` for a scheme and `://`, `data:` and `file:/`; everything else is a path.
    private static func isURL(_ text: String) -> Bool {
        guard text.prefix(5).lowercased() != "data:" else { return true }
        guard text.prefix(6).lowercased() != "file:/" else { return true }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else {
            return false
        }
        let scheme = text[..<colon].utf8
        return !scheme.isEmpty
            && scheme.allSatisfy { (97...122).contains($0 | 32) || (43...57).contains($0) }
    }

    /// Returns the text between `://` and the path.
    private static func authority(of url: Substring) -> Substring? {
        guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://") else {
            return nil
        }
        return url[url.index(colon, offsetBy: 3)...].prefix { $0 != "/" }
    }

    /// Returns `true` if what follows the last colon of a host is a port, or nothing follows one.
    private static func hasPort(_ authority: Substring) -> Bool {
        if authority.hasSuffix("]") { return true }
        guard let colon = authority.lastIndex(of: ":") else { return true }
        return authority[colon...].utf8.dropFirst().allSatisfy { (48...57).contains($0) }
    }

    /// Returns `true` if the text before the path has a colon that is not part of an IPv6 address.
    private static func mayBePassword(_ authority: Substring) -> Bool {
        let name = authority.lastIndex(of: "]").map { authority[$0...] } ?? authority
        return name.contains(":") || authority.contains("@") && authority.contains(":")
    }

    private static func lastComponent(of path: Substring) -> String {
        path.split(separator: "/").last.map(String.init) ?? "image"
    }
}

extension [Source] {
    /// The sources with their places, if there are several.
    var placed: [Source] {
        guard count > 1 else { return self }
        return enumerated().map { index, source in
            var source = source
            source.place = "source \(index + 1)"
            return source
        }
    }
}
