# The commands of the project; each works on a fresh machine.

.PHONY: run test check-full bench format

# Builds the command and shows it at work on pictures it makes and serves itself.
run:
	@scripts/bootstrap
	@scripts/check tool
	@Tools/.build/release/webimage demo

# Everything that must hold before a change lands.
test:
	@scripts/bootstrap
	@scripts/check test

# `test`, and what takes long: release, sanitizers, fuzzers, each trait alone, hostile files.
# Parts that passed on the same tree are not run again.
check-full:
	@scripts/bootstrap full
	@scripts/check full

# Measures next to the peers, in one run.
bench:
	@scripts/bootstrap bench
	@Benchmarks/run

format:
	@scripts/check reformat
