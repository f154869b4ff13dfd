#if SVG
    /// The filter primitives that librsvg 2.54 does not know, reads otherwise or fails at.
    struct SVGFilters {
        private var shadowCount = 0

        /// Replaces a drop shadow, and gives a spot light its default exponent.
        ///
        /// An unknown primitive hides its whole element. Without the exponent, librsvg reads 0.
        mutating func edit(_ element: SVGElement) {
            switch element.name {
            case "feDropShadow": replaceShadow(element)
            case "feSpotLight" where element["specularExponent"] == nil:
                element["specularExponent"] = "1"
            default: break
            }
        }

        /// Replaces a drop shadow by the primitives that define it (Filter Effects 1, section
        /// 15.9).
        private mutating func replaceShadow(_ shadow: SVGElement) {
            shadowCount += 1
            let names = ["x", "y", "width", "height", "color-interpolation-filters"]
            let region = Self.attributes(names, of: shadow)
            let (input, soft) = ("webimage-in-\(shadowCount)", "webimage-soft-\(shadowCount)")
            func insert(_ name: String, _ own: [String: String]) {
                shadow.insert(name, own.merging(region) { own, _ in own })
            }
            var source = Self.attributes(["in"], of: shadow)
            source.merge(["dx": "0", "dy": "0", "result": input]) { own, _ in own }
            insert("feOffset", source)
            insert("feGaussianBlur", ["stdDeviation": shadow["stdDeviation"] ?? "2"])
            insert(
                "feOffset",
                ["result": soft, "dx": shadow["dx"] ?? "2", "dy": shadow["dy"] ?? "2"])
            insert(
                "feFlood", Self.attributes(["flood-color", "flood-opacity", "style"], of: shadow))
            insert("feComposite", ["in2": soft, "operator": "in"])
            for attribute in shadow.attributes
            where !attribute.hasNamespace && attribute.name != "result"
                && region[attribute.name] == nil
            {
                attribute.remove()
            }
            shadow.rename(to: "feMerge")
            shadow.insert("feMergeNode", isChild: true)
            shadow.insert("feMergeNode", isChild: true, ["in": input])
        }

        private static func attributes(
            _ names: [String], of element: SVGElement
        ) -> [String: String] {
            Dictionary(
                uniqueKeysWithValues: names.compactMap { name in
                    element[name].map { (name, $0) }
                })
        }

        /// The maximum number of matrix elements; librsvg 2.54 aborts the process at more.
        private static let maxOrder = 400.0

        /// Renames primitives at which librsvg 2.54 may abort the process: it passes over tiles,
        /// which may have the size zero, and applies no matrix that is too large.
        static func hideFatal(_ element: SVGElement) {
            switch element.name {
            case "feTile": element.rename(to: "feTile-ignored")
            case "feConvolveMatrix":
                let sides = SVGToken.all(in: (element["order"] ?? "").utf8).compactMap { token in
                    if case .number(let digits, _) = token { Double(digits) } else { nil }
                }
                guard let first = sides.first, let last = sides.last,
                    first * last > maxOrder
                else { return }
                element.rename(to: "feOffset")
            default: break
            }
        }
    }
#endif
