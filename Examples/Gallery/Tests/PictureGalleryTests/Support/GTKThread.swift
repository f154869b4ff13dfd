import CAdwaita
import CGTK4
import Dispatch
import Synchronization
import Testing
import WebImageGTK

/// All tests that need a display, one after the other.
@Suite(
    .serialized, .enabled(if: GTKThread.isRunning, "there is no display"), .timeLimit(.minutes(2)))
enum WindowTests {}

/// The thread of GTK in a process of tests, whose main thread belongs to Swift.
enum GTKThread {
    private static let hasDisplay = Atomic(false)
    private static let started = DispatchSemaphore(value: 0)

    /// `true` if there is a display; starts the thread at the first use.
    static let isRunning: Bool = {
        TestHome.move()
        g_thread_new(
            "gtk",
            { _ in
                let fatal = G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue
                g_log_set_always_fatal(GLogLevelFlags(fatal))
                GTKActor.claimThread()
                let hasDisplay = gtk_init_check() != 0
                GTKThread.hasDisplay.store(hasDisplay, ordering: .releasing)
                if hasDisplay { adw_init() }
                GTKThread.started.signal()
                if hasDisplay { g_main_loop_run(g_main_loop_new(g_main_context_default(), 0)) }
                return nil
            }, nil)
        started.wait()
        return hasDisplay.load(ordering: .acquiring)
    }()
}

/// Waits on GTK's actor until a condition holds, while GTK draws and loads run.
@GTKActor func until(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<15_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return condition()
}
