# Targets, and what each takes on two cores:
#   make test    installs what is missing, builds, runs every test, then lint     about 5 min from nothing
#   make lint    formatting, layers, banned imports                               seconds
#   make build   a release build with the Swift runtime linked in                 about 5 min from nothing

.PHONY: test lint layers build dependencies clean

test: dependencies
	swift build --build-tests
	SWIFT_BACKTRACE=enable=no swift test --skip-build --disable-xctest
	$(MAKE) lint

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
