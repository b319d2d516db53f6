# Segue. `make demo` and `make test` do all of the set-up on a Debian machine that has Swift.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PYTHON ?= python3
BUILD = .build/release

# What is linked (-dev), what EGL needs to find a software driver at run time, and the encoder.
PACKAGES = libegl-dev libgles-dev libgbm-dev libpng-dev libjpeg62-turbo-dev libwebp-dev liblcms2-dev \
  libdeflate-dev libegl1 libgl1-mesa-dri ffmpeg

.PHONY: all deps build demo test bench install uninstall format lint clean

all: build

# Installs only what is missing, as root or through sudo.
deps:
	@missing=""; for p in $(PACKAGES); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then run=""; else run="sudo"; fi; \
	  $$run apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$run apt-get install -y -qq --no-install-recommends $$missing; \
	fi

build: deps
	$(SWIFT) build -c release --product segue

demo: build
	$(BUILD)/segue Examples/dusk.png Examples/night.png -o demo.mp4 --duration 2 --overwrite
	@echo "demo.mp4 is ready."

# One test at a time: those that wait for processes would starve the others' tasks on a small machine.
test: deps
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build --no-parallel

# Segue beside its peers. Without OpenCV, Skia or moderngl for PYTHON their lines are skipped, visibly.
bench: build
	$(PYTHON) Tools/bench.py --segue $(BUILD)/segue

install: build
	install -d $(DESTDIR)$(PREFIX)/bin
	install -m 755 $(BUILD)/segue $(DESTDIR)$(PREFIX)/bin/segue

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/segue

format:
	$(SWIFT) format --in-place --recursive Sources Shaders Tests Examples Package.swift

lint:
	$(SWIFT) format lint --strict --recursive Sources Shaders Tests Examples Package.swift

clean:
	$(SWIFT) package clean
