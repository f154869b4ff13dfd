import Synchronization
import WebImage

/// Assigns a distinct file name to each source of a run.
///
/// Names are assigned before anything is loaded, in the order of the sources, so that the same
/// command always gives the same names. Only a picture whose format contradicts its name gets
/// another one when it is written.
final class NameBook: Sendable {
    fileprivate struct State {
        var taken: Set<String> = []
        var claims: [(stem: String, name: String)] = []
    }

    private let state: Mutex<State>

    /// - Parameter fileExtension: The extension of all outputs, nil for those of the sources.
    init(for sources: [Source], fileExtension: String?) {
        var state = State()
        for source in sources {
            let name = source.fileName
            let stem = FileName.stem(of: name)
            let expected = fileExtension ?? Self.expectedExtension(of: name)
            state.claims.append((stem, state.claim(stem, expected)))
        }
        self.state = Mutex(state)
    }

    /// Returns the name of a source's output.
    func name(of index: Int, fileExtension: String) -> String {
        state.withLock { state in
            let (stem, name) = state.claims[index]
            return name.hasSuffix(".\(fileExtension)") ? name : state.claim(stem, fileExtension)
        }
    }

    private static func expectedExtension(of name: String) -> String {
        (ImageFormat(ofPath: name) ?? .png).fileExtension
    }
}

extension NameBook.State {
    fileprivate mutating func claim(_ stem: String, _ fileExtension: String) -> String {
        var name = "\(stem).\(fileExtension)"
        var number = 2
        while !taken.insert(name).inserted {
            name = "\(stem)-\(number).\(fileExtension)"
            number += 1
        }
        return name
    }
}
