import Synchronization
import WebImage

/// The rules for outputs that exist.
struct OutputRules: Sendable {
    /// `true` leaves an existing file as it is.
    var keepsExisting = false
    /// `true` leaves a file as it is that is as new as its source.
    var keepsNewer = false
    /// `true` changes a file with several names in place, so that all show the new picture.
    var keepsHardLinks = false
    /// `true` permits an output to replace its own source.
    var replacesSources = false
    /// The losses of a source by its output; empty if they are permitted.
    var lost: [Loss] = []
    /// The advice to replace a source, for the message that refuses it.
    var advice = ""
    /// The number of the output's source among all, from 0; nil if it has none of its own.
    private var index: Int?
    private let files: SourceFiles

    /// - Parameter sources: The sources, which no output replaces.
    init(sources: [Source] = []) { files = SourceFiles(of: sources) }

    /// Adds a source, which no output replaces from now on.
    func add(_ source: Source, at index: Int) { files.add(source, at: index) }

    /// Adds fallbacks, which no output replaces.
    func add(fallbacks: [String]) {
        for (place, text) in fallbacks.enumerated() { files.add(Source(text), at: -1 - place) }
    }

    /// Returns the rules for the output of one source, by its number from 0.
    func of(_ index: Int) -> OutputRules {
        var rules = self
        rules.index = index
        return rules
    }

    /// Returns the reason to leave an output as it is; nil if it is to be written.
    func reasonToSkip(_ path: String) -> String? {
        guard keepsExisting || keepsNewer, let output = FileStatus(of: path), output.state == .file
        else { return nil }
        if keepsExisting { return "exists" }
        guard let original = index.flatMap({ files.path(of: $0) }).flatMap(FileStatus.init(of:)),
            output.isAsNew(as: original)
        else { return nil }
        return "newer"
    }

    /// Throws for an output that is the file of a source, unless it may replace its own.
    ///
    /// Of sources that are one file, only the first replaces it: a change would be made twice.
    func check(_ path: String) throws(SourceFailure) {
        guard let owner = files.owner(of: path) else { return }
        let reason: String
        if owner < 0 {
            reason = "is a fallback"
        } else if !replacesSources {
            reason = "is a source\(advice)"
        } else if owner != index.map({ files.owner(ofSource: $0) }) {
            reason = "is another source"
        } else if owner != index {
            reason = "is the file of another source, too"
        } else if !lost.isEmpty {
            let words = lost.map(\.description).joined(separator: " and ")
            reason = "would lose \(words); --drop-attached permits it"
        } else {
            return
        }
        throw SourceFailure(stage: "write", reason: "\(path.printable) \(reason)")
    }
}

/// The files of sources as they were before the first output; of a list that is read on demand,
/// before any later source.
final class SourceFiles: Sendable {
    private struct File {
        let path: String
        let identity: FileStatus.Identity
    }

    private struct State {
        var files: [Int: File] = [:]
        /// The first source of each file, by its identity and by its path without links: a file
        /// that was replaced has another identity.
        var identities: [FileStatus.Identity: Int] = [:]
        var realPaths: [String: Int] = [:]
    }

    private let state = Mutex(State())

    init(of sources: [Source]) {
        for (index, source) in sources.enumerated() { add(source, at: index) }
    }

    /// Adds the file of a source; does nothing for a source that is no file.
    func add(_ source: Source, at index: Int) {
        guard let path = source.path, let status = FileStatus(of: path) else { return }
        let realPath = OutputFile.resolved(path)
        state.withLock { state in
            state.files[index] = File(path: path, identity: status.identity)
            guard state.identities[status.identity] == nil else { return }
            state.identities[status.identity] = index
            state.realPaths[realPath] = index
        }
    }

    /// Returns the path of a source; nil if it is no file.
    func path(of index: Int) -> String? { state.withLock { $0.files[index]?.path } }

    /// Returns the first source whose file is at a path, less than 0 for a fallback; nil if none
    /// is.
    func owner(of path: String) -> Int? {
        guard state.withLock({ !$0.identities.isEmpty }), let status = FileStatus(of: path) else {
            return nil
        }
        let realPath = OutputFile.resolved(path)
        return state.withLock { $0.realPaths[realPath] ?? $0.identities[status.identity] }
    }

    /// Returns the first source with the file of a source; nil if that is no file.
    func owner(ofSource index: Int) -> Int? {
        state.withLock { state in state.files[index].flatMap { state.identities[$0.identity] } }
    }
}
