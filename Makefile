# The commands of the project; each works on a new machine.

.PHONY: run gallery test check-full chaos bench docs format install uninstall dist

# Builds the command and runs a demo of the library with pictures that it creates and serves itself.
run:
	@scripts/bootstrap
	@scripts/check demo
	@Tools/.build/release/webimage-demo

# Builds and opens the gallery: a window of pictures, by default 100,000 that it paints itself.
# `make gallery PICTURES=…` opens a folder, or a text file of URLs.
gallery:
	@scripts/bootstrap gtk
	@scripts/check gallery
	@Tools/.build/release/gallery $(if $(PICTURES),"$(PICTURES)")

# Checks everything that must pass before a change is merged.
test:
	@scripts/bootstrap test
	@scripts/check test

# Runs `test` and the slow checks: release, sanitizers, fuzzers, each trait alone, hostile files.
# Parts that passed on the same tree are skipped.
check-full:
	@scripts/bootstrap full
	@scripts/bootstrap bulk
	@scripts/check full

# Breaks parts of a fleet of image servers behind nginx, with a shared Redis, while it is asked.
chaos:
	@scripts/bootstrap full
	@WEBIMAGE_SERVER=1 scripts/check tool
	@scripts/parts/chaos

# Compares the library with its peers, in one run.
bench:
	@scripts/bootstrap bench
	@Benchmarks/run

# Builds the documentation as a site, in .build/docs, in 4 minutes of a processor and 0.5 GB; with SERVER=1
# the module of the server, too.
docs: export WEBIMAGE_SERVER = $(SERVER)
docs:
	@scripts/bootstrap
	@scripts/docs

format:
	@scripts/check reformat

# Installs the command, its man page, completions for bash, zsh and fish, and a thumbnailer for desktops:
# `make install PREFIX=$HOME/.local`; DESTDIR is put in front. GNOME runs the thumbnailer only if PREFIX is
# below /usr. `make uninstall` removes these files. With SERVER=1 the image server, webimage-server, is built
# and installed as well.
PREFIX ?= /usr/local
install: export WEBIMAGE_SERVER = $(SERVER)
install:
	@scripts/bootstrap
	@scripts/check tool
	@DESTDIR="$(DESTDIR)" scripts/install "$(PREFIX)"

uninstall:
	@DESTDIR="$(DESTDIR)" scripts/install --remove "$(PREFIX)"

# Makes a tarball and a Debian package of the command, in .build/dist; with SERVER=1 of the image server, too.
dist: export WEBIMAGE_SERVER = $(SERVER)
dist:
	@scripts/bootstrap
	@scripts/check tool
	@scripts/dist
