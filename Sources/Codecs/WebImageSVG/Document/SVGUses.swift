#if SVG
    /// The sizes that `use` elements state for their targets (SVG 2, section 5.5).
    ///
    /// librsvg 2.54 does not apply them to a symbol without a view box and to a document in `defs`.
    struct SVGUses {
        private struct Size: Equatable {
            let width: Double
            let height: Double
        }

        /// The size of each target; nil if its uses differ, or one states none.
        private var sizes: [String: Size?] = [:]

        /// Reads the size that an element states, if it is a use.
        mutating func read(_ element: SVGElement) {
            guard element.name == "use", let target = Self.target(of: element) else { return }
            var size: Size?
            if let width = Self.length(element["width"]),
                let height = Self.length(element["height"])
            {
                size = Size(width: width, height: height)
            }
            let known = sizes.updateValue(size, forKey: target)
            if let known, known != size { sizes.updateValue(nil, forKey: target) }
        }

        /// Gives a symbol or nested document the size at which it is used; returns `false` if it
        /// stays as it is.
        func edit(_ element: SVGElement) -> Bool {
            let name = element.name
            guard name == "symbol" || name == "svg", let id = element["id"],
                let size = sizes[id] ?? nil
            else { return false }
            if name == "symbol" {
                guard element["viewBox"] == nil else { return false }
                element["viewBox"] = "0 0 \(size.width) \(size.height)"
            } else {
                guard Self.isDefinition(element) else { return false }
                element["width"] = "\(size.width)"
                element["height"] = "\(size.height)"
            }
            return true
        }

        /// Returns `true` for an element that is drawn only where it is used.
        private static func isDefinition(_ element: SVGElement) -> Bool {
            var outer = element.parent
            while let parent = outer, parent.name != "defs" { outer = parent.parent }
            return outer != nil
        }

        /// Returns the id that an element refers to; an address without prefix counts first.
        private static func target(of use: SVGElement) -> String? {
            let addresses = use.attributes.filter { $0.name == "href" }
            let address = addresses.first { !$0.hasNamespace } ?? addresses.first
            return address.map(\.value).flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil }
        }

        private static func length(_ text: String?) -> Double? {
            text.flatMap(SVGTransforms.pixels).flatMap { $0 > 0 && $0 < 1e6 ? $0 : nil }
        }
    }
#endif
