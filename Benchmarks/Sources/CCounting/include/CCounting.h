// The measured part of a program, for callgrind: with --instr-atstart=no it counts nothing else.

#pragma once

/// Begins the measured part.
void counting_begin(void);

/// Ends the measured part.
void counting_end(void);
