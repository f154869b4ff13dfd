import Synchronization
import WebImage

/// Assigns a distinct file name to each source of a run.
///
/// Names are assigned before anything is loaded, in the order of the sources, so that the same
/// command always gives the same names. Only a picture whose format contradicts its name gets
/// another one when it is written, and one whose name has its size. An output that replaces its own
/// source has the name of that, whatever it is. Sources of a list that is read on demand get their
/// names as they are read.
///
/// A name with the digest of the request is assigned when that is known. Equal requests have equal
/// names, so nothing is remembered of it.
final class NameBook: Sendable {
    /// The facts about a picture that is written.
    struct Picture: Sendable {
        let format: ImageFormat
        let size: PixelSize
        /// `true` if the source has that format, too.
        let keepsFormat: Bool
    }

    fileprivate struct State {
        var taken: Set<String> = []
        /// The number to try next for a name that was taken, so that many equal names cost one try
        /// each.
        var nextNumbers: [String: Int] = [:]
        var claims: [Int: Claim] = [:]
        /// The number of sources.
        var count = 0
    }

    fileprivate struct Claim {
        /// The folder below the folder of the outputs, empty or with a slash at its end.
        let folder: String
        var facts: NamePattern.Facts
        /// The name, in which a size is still a field.
        var name: String
        /// `true` if it is the name of the source's own file, which the output replaces.
        var isOwn = false
    }

    private let state: Mutex<State>
    private let pattern: NamePattern
    private let fileExtension: String?
    private let parents: Bool
    /// The number of digits of an index.
    private let digits: Int

    /// - Parameters:
    ///   - sources: The sources that are known, with their places.
    ///   - fileExtension: The extension of all outputs, nil for the sources' own.
    ///   - parents: `true` to keep the folders of each source.
    ///   - root: The folder of the outputs, if those that are at the places of their sources
    ///     replace
    ///     them; nil if none does.
    init(
        for sources: [(index: Int, source: Source)], fileExtension: String?,
        pattern: NamePattern = .standard, parents: Bool = false, inPlaceBelow root: String? = nil
    ) {
        var state = State()
        for (index, source) in sources {
            guard let root, let name = source.ownName(below: root, fileExtension, parents: parents)
            else { continue }
            state.taken.insert(name)
            let facts = NamePattern.Facts(stem: source.stem, ext: "", index: "")
            state.claims[index] = Claim(
                folder: source.folder(parents: parents), facts: facts, name: source.fileName,
                isOwn: true)
        }
        self.state = Mutex(state)
        (self.fileExtension, self.pattern, self.parents) = (fileExtension, pattern, parents)
        digits = String(sources.count).count
        guard !isByDigest else { return }
        for (index, source) in sources { add(source, at: index) }
    }

    /// `true` if names have the digest of the request.
    var isByDigest: Bool { pattern.has(.digest) }

    /// Assigns the name of a source's output.
    ///
    /// - Parameter digest: The digest of the request; nil if names have none.
    func add(_ source: Source, at index: Int, digest: String? = nil) {
        let name = source.fileName
        state.withLock { state in
            state.count += 1
            let number = String(digest == nil ? state.count : index + 1)
            let facts = NamePattern.Facts(
                stem: source.stem, ext: fileExtension ?? Self.expectedExtension(of: name),
                index: String(repeating: "0", count: max(0, digits - number.count)) + number,
                digest: digest ?? "")
            if state.claims[index]?.isOwn == true {
                state.claims[index]?.facts = facts
            } else {
                state.claims[index] = state.claim(
                    pattern, facts, in: source.folder(parents: parents))
            }
        }
    }

    /// Forgets what is known of a source whose output is written.
    func remove(_ index: Int) { state.withLock { state in state.claims[index] = nil } }

    /// Returns the name of a source's output, with the folders below that of the outputs.
    func name(of index: Int, _ picture: Picture) -> String {
        state.withLock { state in
            guard var claim = state.claims[index] else { return "image" }
            let isNamedSo =
                ImageFormat(ofPath: claim.name)?.fileExtension == picture.format.fileExtension
            if claim.isOwn, picture.keepsFormat || isNamedSo { return claim.folder + claim.name }
            let fileExtension = picture.format.fileExtension
            if claim.facts.ext != fileExtension || claim.isOwn, pattern.has(.ext) {
                claim.facts.ext = fileExtension
                claim = state.claim(pattern, claim.facts, in: claim.folder)
            }
            guard !pattern.isKnownBefore else { return claim.folder + claim.name }
            claim.facts.size = picture.size
            claim = state.claim(pattern, claim.facts, in: claim.folder)
            return claim.folder + claim.name
        }
    }

    /// Returns the name that an output is expected to have; unknown sizes are fields.
    func expectedName(of index: Int) -> String {
        state.withLock { state in state.claims[index].map { $0.folder + $0.name } ?? "{digest}" }
    }

    /// `true` if the expected names have no fields.
    var isKnownBefore: Bool { pattern.isKnownBefore }

    private static func expectedExtension(of name: String) -> String {
        (ImageFormat(ofPath: name) ?? .png).fileExtension
    }
}

extension NameBook.State {
    /// Claims a name that is not taken: the stem gets a number, or the name if it has no stem.
    fileprivate mutating func claim(
        _ pattern: NamePattern, _ facts: NamePattern.Facts, in folder: String
    ) -> NameBook.Claim {
        var numbered = facts
        let first = pattern.filled(facts)
        guard !pattern.has(.digest) else {
            return NameBook.Claim(folder: folder, facts: facts, name: first)
        }
        var name = first
        var number = nextNumbers[folder + first] ?? 2
        while !taken.insert(folder + name).inserted {
            if pattern.has(.stem) {
                numbered.stem = "\(facts.stem)-\(number)"
                name = pattern.filled(numbered)
            } else {
                name = Self.numbered(first, number)
            }
            number += 1
            nextNumbers[folder + first] = number
        }
        return NameBook.Claim(folder: folder, facts: numbered, name: name)
    }

    private static func numbered(_ name: String, _ number: Int) -> String {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }
}

extension Source {
    /// Returns the name of the source's file below a folder, with its folders there; nil if the
    /// file is elsewhere, or of another format than an extension.
    fileprivate func ownName(
        below root: String, _ fileExtension: String?, parents: Bool
    ) -> String? {
        // An escaped slash of a URL would lead out of the folder.
        guard let path, !fileName.contains("/") else { return nil }
        let name = folder(parents: parents) + fileName
        if let fileExtension, ImageFormat(ofPath: fileName)?.fileExtension != fileExtension {
            return nil
        }
        let place = FileStatus(of: Destination.join(root, name))?.identity
        return place != nil && place == FileStatus(of: path)?.identity ? name : nil
    }
}
