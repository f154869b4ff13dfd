/// The pictures of a source that the grid lists: all, or the matches of a search.
struct PictureList {
    let source: any PictureSource
    /// The indices of the listed pictures; nil for all.
    var matches: [Int32]?

    /// The number of pictures that are listed.
    var count: Int { matches?.count ?? source.count }

    /// Returns the index in the source of the picture at a position; nil beyond the ends.
    func index(at position: Int) -> Int? {
        guard (0..<count).contains(position) else { return nil }
        return matches.map { Int($0[position]) } ?? position
    }
}
