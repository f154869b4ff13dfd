extension ImageTransition {
    /// An edge of a view; the leading one is the left one where text runs from left to right.
    public enum Edge: Hashable, Sendable, CaseIterable {
        case leading
        case trailing
        case top
        case bottom

        /// The direction from the centre to the edge: to the trailing edge, and down.
        var direction: SIMD2<Double> {
            switch self {
            case .leading: SIMD2(-1, 0)
            case .trailing: SIMD2(1, 0)
            case .top: SIMD2(0, -1)
            case .bottom: SIMD2(0, 1)
            }
        }
    }

    /// A kind of transition.
    ///
    /// Two styles are equal if they are of the same kind and edge, custom ones if they have the
    /// same name.
    public struct Style: Hashable, Sendable {
        private enum Kind: Hashable {
            case fade
            case slide(Edge)
            case flip(Edge)
            case custom(String)
        }

        private let kind: Kind
        /// Returns the look of both pictures at a progress.
        let frame: @Sendable (Double) -> TransitionFrame

        private init(_ kind: Kind, frame: @escaping @Sendable (Double) -> TransitionFrame) {
            self.kind = kind
            self.frame = frame
        }

        /// A cross-fade from the old picture to the new one.
        public static let fade = Style(.fade) { TransitionFrame(mix: $0) }
        /// A slide of the new picture over the old one, from the trailing edge.
        public static let slide = slide(from: .trailing)
        /// A flip from the old picture to the new one; the trailing edge comes to the front.
        public static let flip = flip(from: .trailing)

        /// Returns a slide of the new picture over the old one.
        ///
        /// - Parameter edge: The edge at which the new picture appears.
        public static func slide(from edge: Edge) -> Style {
            Style(.slide(edge)) { progress in
                TransitionFrame(current: PictureLook(offset: edge.direction * (1 - progress)))
            }
        }

        /// Returns a flip: both pictures are the sides of a card, which turns about its middle.
        ///
        /// The card is seen from a distance of two widths, but its edges stay parallel.
        ///
        /// - Parameter edge: The edge of the old picture that comes to the front.
        public static func flip(from edge: Edge) -> Style {
            Style(.flip(edge)) { card(turned: $0, edge.direction) }
        }

        /// Returns a style of a program's own.
        ///
        /// ```swift
        /// let zoom = ImageTransition.Style.custom("zoom") { progress in
        ///     let current = PictureLook(opacity: progress, scale: SIMD2(progress, progress))
        ///     return TransitionFrame(current: current)
        /// }
        /// presentation.transition = ImageTransition(zoom, duration: .milliseconds(300))
        /// ```
        ///
        /// - Parameters:
        ///   - name: The name, by which styles are compared.
        ///   - frame: Returns the look of both pictures at a progress, from 0 to 1 unless the curve
        ///     overshoots. It is called for each frame that the toolkit draws, on its thread, so it
        ///     only calculates.
        public static func custom(
            _ name: String, frame: @escaping @Sendable (Double) -> TransitionFrame
        ) -> Style {
            Style(.custom(name), frame: frame)
        }

        /// The name: `fade`, `slide`, `flip`, or a custom style's.
        public var name: String {
            switch kind {
            case .fade: "fade"
            case .slide: "slide"
            case .flip: "flip"
            case .custom(let name): name
            }
        }

        /// Returns `true` if both have the same kind and edge, or name.
        public static func == (left: Style, right: Style) -> Bool { left.kind == right.kind }

        /// Hashes what is compared.
        public func hash(into hasher: inout Hasher) { hasher.combine(kind) }

        /// Returns a card in perspective: its near edge is farther from the middle than the far
        /// one.
        private static func card(
            turned progress: Double, _ direction: SIMD2<Double>
        ) -> TransitionFrame {
            let isFormer = progress < 0.5
            let breadth = abs(1 - 2 * progress)
            let depth = max(1 - breadth * breadth, 0).squareRoot() / 4
            let (near, far) = (breadth / (1 - depth), breadth / (1 + depth))
            // The old picture's near edge is the new one's far edge.
            let front = isFormer ? direction : -direction
            let axis = direction * direction
            let look = PictureLook(
                offset: front * (near - far) / 4,
                scale: SIMD2(1, 1) + axis * ((near + far) / 2 - 1))
            let hidden = PictureLook(opacity: 0)
            return TransitionFrame(
                former: isFormer ? look : hidden, current: isFormer ? hidden : look)
        }
    }
}
