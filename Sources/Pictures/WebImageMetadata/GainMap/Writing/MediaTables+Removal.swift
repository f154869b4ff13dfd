import WebImageBytes

extension MediaTables {
    /// Removes the gain maps from an AVIF or HEIC file in place: their items become free ones
    /// without data, and what refers to them free space.
    static func removeGainMaps(from bytes: inout [UInt8]) {
        let found: (names: [Int], data: [Range<Int>])? = bytes.withView { view in
            guard let tables = MediaTables(of: view) else { return nil }
            let items = tables.gainMapItems(view)
            guard !items.isEmpty else { return nil }
            return (
                tables.brandPlaces(view) + tables.names(of: items, view), tables.data(of: items)
            )
        }
        guard let found else { return }
        for range in found.data {
            bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        }
        for place in found.names {
            bytes.replaceSubrange(place..<place + 4, with: Array("free".utf8))
        }
    }

    /// Returns the items of gain maps, of alternates, and those that only maps are made of.
    private func gainMapItems(_ bytes: RawSpan) -> Set<Int> {
        var parts: [Int: [Int]] = [:]
        var (alternates, maps): (Set<Int>, [Int]) = ([], [])
        for type in types where bytes.has("tmap", at: type.offset) { alternates.insert(type.item) }
        for reference in references {
            if bytes.has("dimg", at: reference.typeOffset) {
                if alternates.contains(reference.source) {
                    maps += reference.targets.dropFirst()
                } else {
                    parts[reference.source, default: []] += reference.targets
                }
            } else if bytes.has("auxl", at: reference.typeOffset) {
                if isApple(reference.source, bytes) {
                    maps.append(reference.source)
                } else {
                    for target in reference.targets {
                        parts[target, default: []].append(reference.source)
                    }
                }
            }
        }
        let shown = Self.all(from: [primary], parts)
        return Self.all(from: maps, parts).subtracting(shown).union(alternates.subtracting(shown))
    }

    /// Returns items and all those that they are made of.
    private static func all(from items: [Int], _ parts: [Int: [Int]]) -> Set<Int> {
        var (found, open): (Set<Int>, [Int]) = ([], items)
        while let item = open.popLast() {
            if found.insert(item).inserted { open += parts[item, default: []] }
        }
        return found
    }

    /// Returns the offsets of the types of items, of references from and to them, and of groups of
    /// alternates.
    private func names(of items: Set<Int>, _ bytes: RawSpan) -> [Int] {
        let groups = bytes.firstBox(["grpl"], in: meta).map { bytes.boxes("altr", in: $0) } ?? []
        let gone = references.filter { reference in
            items.contains(reference.source) || reference.targets.allSatisfy(items.contains)
        }
        return types.filter { items.contains($0.item) }.map(\.offset) + gone.map(\.typeOffset)
            + groups.map(\.typeOffset)
    }

    /// Returns the ranges of the data of items; none if other items share some of it.
    private func data(of items: Set<Int>) -> [Range<Int>] {
        let all = self.items.items
        let own = all.filter { items.contains($0.id) }.flatMap(\.parts).joined()
        let kept = all.filter { !items.contains($0.id) }.flatMap(\.parts).joined()
        return own.overlaps(kept) ? [] : own
    }
}
