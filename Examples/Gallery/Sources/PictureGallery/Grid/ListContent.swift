/// The content of a list model, used on the thread of GTK.
final class ListContent {
    private let source: any PictureSource
    /// The indices of the listed pictures; nil for all.
    var matches: [Int32]?

    init(_ source: any PictureSource) {
        self.source = source
    }

    var count: Int { matches?.count ?? source.count }

    func index(at position: Int) -> Int { matches.map { Int($0[position]) } ?? position }

    /// Returns the name of the picture at a position; nil beyond the end.
    func name(at position: Int) -> String? {
        position < count ? source.name(at: index(at: position)) : nil
    }
}
