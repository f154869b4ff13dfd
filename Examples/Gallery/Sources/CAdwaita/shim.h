// libadwaita for Swift. GTK comes from the library's own module, so that both have the same types.
#include "../../../../Sources/Views/CGTK4/shim.h"
// Newer versions deprecate what version 1.2 has.
#define ADW_DISABLE_DEPRECATION_WARNINGS
#include <adwaita.h>
