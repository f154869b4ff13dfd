# The commands of the project; each works on a new machine.

.PHONY: run test check-full bench docs format

# Builds the command and runs its demo with pictures that it creates and serves itself.
run:
	@scripts/bootstrap
	@scripts/check tool
	@Tools/.build/release/webimage demo

# Checks everything that must pass before a change is merged.
test:
	@scripts/bootstrap test
	@scripts/check test

# Runs `test` and the slow checks: release, sanitizers, fuzzers, each trait alone, hostile files.
# Parts that passed on the same tree are skipped.
check-full:
	@scripts/bootstrap full
	@scripts/check full

# Compares the library with its peers, in one run.
bench:
	@scripts/bootstrap bench
	@Benchmarks/run

# Builds the documentation as a site, in .build/docs.
docs:
	@scripts/bootstrap
	@scripts/docs

format:
	@scripts/check reformat
