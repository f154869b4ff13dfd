#if GTK

    import Testing
    import WebImageGTK

    struct GridGeometryTests {
        private func geometry(_ count: Int, width: Int = 900, side: Int = 128) -> GridGeometry {
            var geometry = GridGeometry()
            (geometry.count, geometry.width, geometry.cell) = (count, width, (side, side))
            return geometry
        }

        @Test func `columns share the width, and rows follow from them`() {
            let grid = geometry(20)
            #expect(grid.columns == 6 && grid.rows == 4)
            #expect(grid.cellWidth == (900 - 20 - 5 * 8) / 6)
            #expect(grid.height == Double(4 * 136 + 20 - 8))
            let last = grid.frame(of: 19)
            #expect(last.y == Double(10 + 3 * 136) && last.height == 128)
            #expect(last.x + last.width <= 900)
        }

        @Test(arguments: [0, 1, 7, 100_000, 10_000_000])
        func `the place of each position is found again`(count: Int) {
            let grid = geometry(count)
            for position in [0, 1, count / 2, count - 2, count - 1] where 0..<count ~= position {
                let frame = grid.frame(of: position)
                #expect(grid.position(x: frame.x + 1, y: frame.y + 1) == position)
                #expect(grid.position(x: frame.x + frame.width + 4, y: frame.y + 1) == nil)
                #expect(grid.position(x: frame.x + 1, y: frame.y + frame.height + 4) == nil)
                #expect(grid.positions(from: frame.y, to: frame.y + 1).contains(position))
            }
            #expect(grid.positions(from: -10_000, to: 1e12) == 0..<count)
            #expect(grid.position(x: 1e9, y: -5) == nil)
        }

        @Test func `a grid narrower than a cell has one column`() {
            let grid = geometry(3, width: 20)
            #expect(grid.columns == 1 && grid.cellWidth == 128 && grid.rows == 3)
            #expect(geometry(0).height == 0 && geometry(0).rows == 0)
        }

        @Test(arguments: [Int.max, Int.min])
        func `numbers beyond all sense are limited`(number: Int) {
            let grid = geometry(number, width: 900, side: number)
            #expect((0...1 << 40).contains(grid.count) && (1...1 << 14).contains(grid.cell.width))
            #expect(grid.positions(from: -.infinity, to: .infinity).count == grid.count)
            #expect(grid.position(x: .nan, y: .nan) == nil)
        }
    }

#endif
