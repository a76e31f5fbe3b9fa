# Two commands set up a fresh machine: `make run` answers the quickstart notebook, `make test` passes the tests.

SWIFT ?= swift
PREFIX ?= /usr/local
# Release, since the kernels crawl without optimization; testable, so that running and testing share what they build.
FLAGS := -c release -Xswiftc -enable-testing
PLAYGROUND := .build/release/playground

.PHONY: run build build-tests test test-all test-aarch64 weights lint format install deps clean

## Build, fetch the default model, run the quickstart. Its answers are committed: --force asks for them all the same, and
## leaves the same bytes.
run: build
	$(PLAYGROUND) run --force notebooks/quickstart.playground.yaml

build: deps
	$(SWIFT) build $(FLAGS) --product playground

## The tests that run in minutes. Tests that need weights are skipped, and say so, where the weights are absent.
test: build-tests weights
	$(SWIFT) test $(FLAGS) --skip-build --no-parallel

## Everything, the long determinism matrices included.
test-all: build-tests weights
	PLAYGROUND_TEST_ALL=1 $(SWIFT) test $(FLAGS) --skip-build --no-parallel

## The NEON kernels, on an x86-64 machine with Debian's packages: emulated, and held against this machine's bits.
test-aarch64:
	@SWIFT="$(SWIFT)" scripts/test-aarch64

build-tests: deps
	$(SWIFT) build $(FLAGS) --build-tests

## The default model, which most tests on real weights read.
weights: build
	$(PLAYGROUND) model pull smollm2-135m-instruct

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks samples Tools

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks samples Tools

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(PLAYGROUND) $(DESTDIR)$(PREFIX)/bin/playground

## libyaml is the one library outside the toolchain.
deps:
	@scripts/install-libyaml

clean:
	rm -rf .build Benchmarks/.build
