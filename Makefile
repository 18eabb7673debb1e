# Targets, and what each takes on two cores:
#   make archive    installs what is missing, builds a release, archives       1 to 6 min from nothing, then seconds
#   make test       installs what is missing, builds, runs every test, lint    2 to 6 min from nothing, then 1
#   make test-full  the same, and a 200 MB recording and a thousand files      half a minute more
#   make soak       kills real runs for ten minutes (SOAK_SECONDS)             10 min
#   make lint       formatting, layers, banned imports, sizes                  seconds
#   make build      a release build with the Swift runtime linked in           1 to 5 min from nothing
#
# make archive RECORDER=folder:PATH archives a folder of MP3s, or a mounted recorder. With nothing given
# and nothing configured it archives a simulated recorder. ARCHIVE=DIR is where (./archive).

.PHONY: archive test test-full soak lint layers build dependencies clean

RECORDER ?=
ARCHIVE ?= archive

archive: build
	@scripts/archive "$(RECORDER)" "$(ARCHIVE)"

test: dependencies
	swift build --build-tests
	SWIFT_BACKTRACE=enable=no swift test --skip-build --disable-xctest
	$(MAKE) lint

test-full: test
	SWIFT_BACKTRACE=enable=no POCKET_FULL=1 swift test --skip-build --disable-xctest --filter FullTests

soak: dependencies
	swift build --build-tests
	scripts/soak

lint: layers
	swift format lint --strict --recursive Package.swift Sources Tests
	scripts/check-size

layers:
	scripts/check-layers

build: dependencies
	swift build -c release --static-swift-stdlib

dependencies:
	scripts/install-dependencies

clean:
	rm -rf .build
