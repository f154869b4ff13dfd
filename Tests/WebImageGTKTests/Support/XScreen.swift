#if GTK

    import Glibc
    import WebImageGTK
    import WebImagePixels

    /// The X server of the tests as another program sees it: the pixels of the screen, and a mouse.
    ///
    /// Its libraries come with GTK and at-spi2-core, without headers: they are opened at run time.
    @GTKActor final class XScreen {
        private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
        private typealias Root = @convention(c) (OpaquePointer) -> UInt
        private typealias Sync = @convention(c) (OpaquePointer, CInt) -> CInt
        private typealias Grab =
            @convention(c) (OpaquePointer, UInt, CInt, CInt, CUnsignedInt, CUnsignedInt, UInt, CInt)
            -> OpaquePointer?
        private typealias Pixel = @convention(c) (OpaquePointer, CInt, CInt) -> UInt
        private typealias Free = @convention(c) (OpaquePointer) -> CInt
        private typealias Move = @convention(c) (OpaquePointer, CInt, CInt, CInt, UInt) -> CInt
        private typealias Press = @convention(c) (OpaquePointer, CUnsignedInt, CInt, UInt) -> CInt

        /// `true` if there is a server, and the libraries.
        nonisolated static var isAvailable: Bool {
            getenv("DISPLAY") != nil && dlopen("libX11.so.6", RTLD_NOW) != nil
                && dlopen("libXtst.so.6", RTLD_NOW) != nil
        }

        /// The part of the screen in which windows open.
        static let size = PixelSize(1280, 1024)

        private let display: OpaquePointer
        private let root: UInt
        private let sync: Sync
        private let grab: Grab
        private let pixel: Pixel
        private let free: Free
        private let move: Move
        private let press: Press

        /// Connects to the server; nil without one, or without the libraries.
        init?() {
            guard let basic = dlopen("libX11.so.6", RTLD_NOW),
                let test = dlopen("libXtst.so.6", RTLD_NOW),
                let open: Open = Self.function("XOpenDisplay", of: basic),
                let root: Root = Self.function("XDefaultRootWindow", of: basic),
                let sync: Sync = Self.function("XSync", of: basic),
                let grab: Grab = Self.function("XGetImage", of: basic),
                let pixel: Pixel = Self.function("XGetPixel", of: basic),
                let free: Free = Self.function("XDestroyImage", of: basic),
                let move: Move = Self.function("XTestFakeMotionEvent", of: test),
                let press: Press = Self.function("XTestFakeButtonEvent", of: test),
                let display = open(nil)
            else { return nil }
            (self.display, self.root) = (display, root(display))
            (self.sync, self.grab, self.pixel, self.free) = (sync, grab, pixel, free)
            (self.move, self.press) = (move, press)
        }

        private static func function<Function>(
            _ name: String, of library: UnsafeMutableRawPointer
        ) -> Function? {
            // Safe because the callers give the type that the manual of the function has.
            dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
        }

        /// Returns a screenshot; nil if the screen has another size.
        func picture() -> Bitmap? {
            let size = Self.size
            let (width, height) = (CUnsignedInt(size.width), CUnsignedInt(size.height))
            guard let image = grab(display, root, 0, 0, width, height, ~0, 2) else { return nil }
            defer { _ = free(image) }
            var bitmap = Bitmap(size: size, isOpaque: true)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let value = UInt32(truncatingIfNeeded: pixel(image, CInt(x), CInt(y)))
                    bitmap[x, y] = SIMD4(
                        UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16 & 255), 255)
                }
            }
            return bitmap
        }

        /// Returns the place of a colour's first pixel, and the screenshot; nil without such a
        /// pixel.
        func find(_ color: SIMD4<UInt8>) -> (x: Int, y: Int, picture: Bitmap)? {
            guard let picture = picture() else { return nil }
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width where picture[x, y] == color {
                    return (x, y, picture)
                }
            }
            return nil
        }

        /// Presses and releases a button of the mouse at a place of the screen.
        func click(_ button: Int, x: Int, y: Int) {
            moveMouse(x: x, y: y)
            _ = press(display, CUnsignedInt(button), 1, 0)
            _ = press(display, CUnsignedInt(button), 0, 0)
            _ = sync(display, 0)
        }

        func moveMouse(x: Int, y: Int) {
            _ = move(display, -1, CInt(x), CInt(y), 0)
            _ = sync(display, 0)
        }
    }

#endif
