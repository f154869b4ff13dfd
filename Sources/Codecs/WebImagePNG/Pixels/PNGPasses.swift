#if PNG
    import WebImagePixels

    /// The passes that store the pixels of an image: seven of Adam7, or one.
    ///
    /// W3C PNG, third edition, section 8.1.
    struct PNGPasses {
        /// The first column and row of a pass, and the steps between its pixels.
        struct Pass {
            let x: Int
            let y: Int
            let stepX: Int
            let stepY: Int
        }

        private let size: PixelSize
        private let passes: [Pass]

        init(size: PixelSize, isInterlaced: Bool) {
            self.size = size
            passes = isInterlaced ? Self.adam7 : [Pass(x: 0, y: 0, stepX: 1, stepY: 1)]
        }

        subscript(number: Int) -> Pass { passes[number] }

        /// Returns the number of pixels in a row of a pass.
        func width(of pass: Int) -> Int {
            (size.width - passes[pass].x + passes[pass].stepX - 1) / passes[pass].stepX
        }

        /// Returns the number of rows of a pass; 0 if its rows are empty.
        func height(of pass: Int) -> Int {
            guard width(of: pass) > 0 else { return 0 }
            return (size.height - passes[pass].y + passes[pass].stepY - 1) / passes[pass].stepY
        }

        /// The number of rows in all passes.
        var rowCount: Int { passes.indices.reduce(0) { $0 + height(of: $1) } }

        /// Returns the size of the block that each known pixel stands for after a pass; nil before
        /// the first.
        func grid(after pass: Int) -> (width: Int, height: Int)? {
            guard pass >= 0 else { return nil }
            let sides = [(8, 8), (4, 8), (4, 4), (2, 4), (2, 2), (1, 2), (1, 1)]
            return passes.count == 1 ? (1, 1) : sides[pass]
        }

        private static let adam7 = [
            Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
            Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
            Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
            Pass(x: 0, y: 1, stepX: 1, stepY: 2),
        ]
    }
#endif
