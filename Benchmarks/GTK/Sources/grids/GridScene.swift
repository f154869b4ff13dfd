import CGTK4
import Glibc
import WebImage
import WebImageGTK
import WebImageTesting

/// A window with a grid, and the measurement of a scroll.
@GTKActor final class GridScene {
    private static let columns = 6
    private let kind: GridKind
    private let items: Int
    private let loader: ScriptedLoader
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>?
    private let window: UnsafeMutablePointer<GtkWidget>?
    private let scroll = Scroll()

    /// A scroll that a callback of the frame clock moves.
    private final class Scroll {
        var step = 0.0
        var rowsLeft = 0
    }

    init(_ kind: GridKind, items: Int) {
        (self.kind, self.items) = (kind, items)
        let codecs = CodecList.installed
        guard
            let bytes = try? codecs.encoder(for: .jpeg)
                .encode(GridPicture.bitmap(3), settings: EncodeSettings())
        else { preconditionFailure("A picture always encodes.") }
        loader = ScriptedLoader(bytes: bytes)
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 32 << 20), disk: nil, loader: loader, codecs: codecs)
        NumberList.count = items
        let model = gtk_no_selection_new(NumberList.make())
        let factory =
            switch kind {
            case .plain: GridCells.plain()
            case .warm: GridCells.views(pipeline, count: GridPicture.count)
            case .cold: GridCells.views(pipeline, count: items)
            }
        let grid = gtk_grid_view_new(model, factory)
        gtk_grid_view_set_min_columns(OpaquePointer(grid), guint(Self.columns))
        gtk_grid_view_set_max_columns(OpaquePointer(grid), guint(Self.columns))
        let scroller = gtk_scrolled_window_new()
        gtk_scrolled_window_set_child(OpaquePointer(scroller), grid)
        adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
        window = gtk_window_new()
        let frame = window.map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)
        }
        gtk_window_set_default_size(frame, 900, 700)
        gtk_window_set_child(frame, scroller)
        gtk_window_present(frame)
    }

    /// The costs of a scroll.
    struct Cost: CustomStringConvertible {
        var milliseconds: Double
        var loads: Int
        var cells: Int
        var peakKilobytes: Int

        var description: String { "\(milliseconds) \(loads) \(cells) \(peakKilobytes)" }
    }

    /// Scrolls by rows, after a scroll that shows all pictures of a warm grid once.
    func run(rows: Int) async -> Cost {
        await rest()
        let rowCount = (items + Self.columns - 1) / Self.columns
        scroll.step = gtk_adjustment_get_upper(adjustment) / Double(rowCount)
        await move(by: 2 * GridPicture.count / Self.columns)
        await rest()
        let (first, loads) = (shownCount, loader.loadCount)
        let start = Self.processorMilliseconds()
        await move(by: rows)
        let spent = Self.processorMilliseconds() - start
        await rest()
        return Cost(
            milliseconds: spent, loads: loader.loadCount - loads, cells: shownCount - first,
            peakKilobytes: Self.usage().ru_maxrss)
    }

    /// The number of cells from the first to the last that is in sight.
    private var shownCount: Int {
        let end = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
        return min(Int((end / scroll.step).rounded(.up)) * Self.columns, items)
    }

    private func rest() async { try? await Task.sleep(for: .milliseconds(700)) }

    /// Scrolls by one row in each frame, in a callback of GTK, as input does.
    private func move(by rows: Int) async {
        scroll.rowsLeft = rows
        gtk_widget_add_tick_callback(
            window,
            { _, _, data in
                guard let data else { return 0 }
                let scene = Unmanaged<GridScene>.fromOpaque(data).takeUnretainedValue()
                return GTKActor.assumeIsolated { scene.tick() }
            }, Unmanaged.passUnretained(self).toOpaque(), nil)
        while scroll.rowsLeft > 0 { try? await Task.sleep(for: .milliseconds(20)) }
    }

    private func tick() -> gboolean {
        guard scroll.rowsLeft > 0 else { return 0 }
        scroll.rowsLeft -= 1
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + scroll.step)
        return 1
    }

    private static func usage() -> rusage {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage
    }

    private static func processorMilliseconds() -> Double {
        let usage = usage()
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let micros = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return Double(seconds) * 1000 + Double(micros) / 1000
    }
}
