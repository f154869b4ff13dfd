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

    /// Returns the position of the picture at a place; nil if it is not listed.
    func position(of place: PicturePlace) -> Int? {
        guard let index = source.index(of: place) else { return nil }
        return matches.map { $0.firstIndex(of: Int32(index)) } ?? index
    }

    /// Returns the list and its source without a picture.
    func removing(at position: Int) -> PictureList {
        guard let index = index(at: position) else { return self }
        let rest = source.removing(at: index)
        guard rest.count < source.count else { return self }
        let matches = matches?.filter { $0 != index }.map { $0 > index ? $0 - 1 : $0 }
        return PictureList(source: rest, matches: matches)
    }
}
