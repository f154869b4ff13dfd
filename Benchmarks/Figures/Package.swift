// swift-tools-version: 6.2
import PackageDescription

// The bench's computations on figures without the measured code: the tests build in seconds.
let package = Package(
    name: "webimage-benchmark-figures",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "Figures",
            // The bench's own sources, through a symbolic link.
            sources: [
                "BenchError.swift", "Chart/Curves.swift", "Chart/Logarithm.swift",
                "Chart/Panel.swift", "Chart/Plot.swift", "Chart/SVGText.swift", "Race",
                "Report",
            ]),
        .testTarget(name: "FiguresTests", dependencies: ["Figures"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
