import CGTK4
import WebImage
import WebImageGTK

/// The sizes of both caches, in a popover with a button that clears them.
@GTKActor final class CachePopover {
    /// The button that opens the popover.
    let button: Widget
    private let caches: GalleryCaches
    private let memory: Widget?
    private let disk: Widget?
    private var reading: Task<Void, Never>?

    init(_ caches: GalleryCaches) {
        self.caches = caches
        memory = Self.value()
        disk = Self.value()
        let rows = [
            Self.row("Memory", memory), Self.row("Disk", disk),
            Self.clearButton(),
        ]
        let box = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 12, rows)
        gtk_widget_add_css_class(box, "caches")
        guard let button = gtk_menu_button_new(), let popover = gtk_popover_new() else {
            preconditionFailure("GTK cannot create a popover.")
        }
        self.button = button
        gtk_popover_set_child(popover.cast(to: GtkPopover.self), box)
        gtk_menu_button_set_popover(button.opaque, popover)
        gtk_menu_button_set_icon_name(button.opaque, "drive-harddisk-symbolic")
        gtk_widget_set_tooltip_text(button, "Caches")
        Widgets.name(button, "Caches")
        Signal.connect("map", of: popover.opaque) { [weak self] _ in self?.update() }
    }

    private static func value() -> Widget? {
        let label = gtk_label_new("…")
        gtk_widget_add_css_class(label, "numeric")
        gtk_widget_add_css_class(label, "dim-label")
        return label
    }

    private static func row(_ title: String, _ value: Widget?) -> Widget {
        let label = gtk_label_new(title)
        gtk_widget_set_hexpand(label, 1)
        gtk_widget_set_halign(label, GTK_ALIGN_START)
        return Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 24, [label, value])
    }

    private static func clearButton() -> Widget? {
        let button = gtk_button_new_with_label("Clear Caches")
        gtk_actionable_set_action_name(button.map { OpaquePointer($0) }, "win.clear-caches")
        gtk_widget_add_css_class(button, "destructive-action")
        return button
    }

    /// The texts of both sizes, for tests.
    var texts: [String] {
        [memory, disk].compactMap { label in
            label.flatMap { gtk_label_get_text($0.opaque) }.map { String(cString: $0) }
        }
    }

    /// Reads the sizes anew.
    func update() {
        reading?.cancel()
        reading = Task { [weak self, caches] in
            let usage = await caches.usage()
            guard !Task.isCancelled, let self else { return }
            show(usage.memory, on: memory)
            show(usage.disk, on: disk)
        }
    }

    private func show(_ usage: CacheUsage?, on label: Widget?) {
        let text = usage.map { usage in
            "\(ByteText.of(usage.byteCount)), \(usage.entryCount) pictures"
        }
        gtk_label_set_text(label.map { $0.opaque }, text ?? "unknown")
    }
}
