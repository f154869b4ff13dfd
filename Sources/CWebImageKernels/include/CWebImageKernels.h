#pragma once

#include "digests.h"
