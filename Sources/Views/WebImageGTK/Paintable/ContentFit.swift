#if GTK

    import CGTK4

    /// The rectangle of a picture in an area, as `GtkPicture` places it.
    struct ContentFit {
        /// The width and height of the area in points.
        var area: (width: Double, height: Double)
        /// The pixels of a point, to which edges are rounded so that they are sharp.
        var scale: Double

        /// Returns the rectangle of a picture of a size in points, centred.
        func rectangle(of picture: (width: Double, height: Double), _ fit: GtkContentFit)
            -> Rectangle
        {
            let whole = Rectangle(x: 0, y: 0, width: area.width, height: area.height)
            guard picture.width > 0, picture.height > 0, fit != GTK_CONTENT_FIT_FILL else {
                return whole
            }
            let (horizontal, vertical) = (area.width / picture.width, area.height / picture.height)
            var factor = min(horizontal, vertical)
            if fit == GTK_CONTENT_FIT_COVER { factor = max(horizontal, vertical) }
            if fit == GTK_CONTENT_FIT_SCALE_DOWN { factor = min(factor, 1) }
            let width = rounded(picture.width * factor)
            let height = rounded(picture.height * factor)
            return Rectangle(
                x: rounded((area.width - width) / 2), y: rounded((area.height - height) / 2),
                width: width, height: height)
        }

        private func rounded(_ points: Double) -> Double { (points * scale).rounded() / scale }
    }

    /// A rectangle in points.
    package struct Rectangle: Hashable {
        package var x, y, width, height: Double

        init(x: Double, y: Double, width: Double, height: Double) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }

        /// Takes a rectangle of GSK.
        init(_ rectangle: graphene_rect_t) {
            (x, y) = (Double(rectangle.origin.x), Double(rectangle.origin.y))
            (width, height) = (Double(rectangle.size.width), Double(rectangle.size.height))
        }

        /// The rectangle for GSK.
        var graphene: graphene_rect_t {
            graphene_rect_t(
                origin: graphene_point_t(x: Float(x), y: Float(y)),
                size: graphene_size_t(width: Float(width), height: Float(height)))
        }

        /// `true` if another rectangle has a point in common, the edges included.
        func touches(_ other: Rectangle) -> Bool {
            other.x <= x + width && x <= other.x + other.width
                && other.y <= y + height && y <= other.y + other.height
        }

        /// Returns the larger of the horizontal and vertical distances of both centres.
        func distance(to other: Rectangle) -> Double {
            max(
                abs(other.x + other.width / 2 - x - width / 2),
                abs(other.y + other.height / 2 - y - height / 2))
        }

        /// `true` if a part lies outside of an area at the origin.
        func exceeds(_ area: (width: Double, height: Double)) -> Bool {
            x < 0 || y < 0 || x + width > area.width || y + height > area.height
        }
    }

#endif
