/// A kind of work of decoder processes, which decides what a process may have for it.
public enum WorkerClass: String, Hashable, Sendable, CaseIterable {
    /// Headers: sizes, metadata, colours and the names of profiles, of all formats.
    case header
    /// Pictures and frames of all formats but documents, and the conversion of their colours.
    case decoding
    /// Documents, which are SVG: drawing and cleaning.
    case document
    /// Files that are made of pixels.
    case encoding
}
