# Segue on Debian with Swift. `make help` lists the targets; their commands are in Tools.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PYTHON ?= python3
export PREFIX DESTDIR SWIFT PYTHON
MADE = .build/made
SEGUE = $(MADE)/segue

.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(lastword $(MAKEFILE_LIST)))

build: ## the tool, .build/made/segue
	Tools/build.sh tool $(SEGUE)

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 12

deps: ## installs the Debian packages that a build needs
	Tools/packages.sh

demo: deps build ## demo.mp4, a transition between two pictures
	$(SEGUE) Examples/dusk.png Examples/night.png -o demo.mp4 --duration 2 --overwrite
	@echo "demo.mp4 is ready."

demo-film: deps build ## demo-film.mp4, a film of pictures, a clip and music
	Examples/film.sh "$(CURDIR)/$(SEGUE)" "$(CURDIR)/demo-film.mp4"
	@echo "demo-film.mp4 is ready."

install: build man completions library ## the tool and libsegue, below PREFIX (/usr/local)
	Tools/install.sh install

uninstall: ## removes what `make install` installed
	Tools/install.sh uninstall

tarball: build man completions ## an archive for any Linux with glibc 2.35, in dist
	Tools/tarball.sh dist

deb: ## Debian packages of the tool and of libsegue, in dist
	Packaging/make-deb.sh

wheel: ## the tool and the Python package for pip, in dist
	Tools/build.sh wheel $(MADE)/wheel
	$(PYTHON) Tools/wheel.py $(MADE)/wheel dist

release: ## all packages and, if Docker runs, the container image, in dist; tests them
	Tools/release.sh packages
	Tools/release.sh image

library: ## libsegue for C, .build/made/libsegue.so
	Tools/build.sh library $(MADE)/libsegue.so

hosts: library ## plug-ins for MLT, GStreamer and Kdenlive, in .build/made/hosts
	rm -rf $(MADE)/hosts
	Tools/hosts.sh $(MADE)/libsegue.so $(MADE)/hosts

site: build ## the catalogue as a web page, in .build/made/site
	$(PYTHON) Tools/site.py --segue $(SEGUE) $(MADE)/site

docs: ## the documentation of the Swift library
	$(SWIFT) build --target SegueFilms
	Tools/docs.sh .build/debug $(MADE)

quick: deps ## tests without processes and OpenGL, after every change
	$(SWIFT) build --build-tests -Xcc -O2
	Tools/test.sh quick

test: test-deps ## each class once; has to pass
	Tools/build.sh tests
	Tools/test.sh usual

check: test-deps deb ## all tests, with the packaged program and every OpenGL driver
	dpkg-deb --extract dist/segue_*.deb $(MADE)/deb
	Tools/build.sh tests
	TESTED_PROGRAMS=$(CURDIR)/$(MADE)/deb/usr/bin Tools/test.sh full
	$(MAKE) -j2 --output-sync valgrind copied-films

nightly: ## check, then sanitizers, fuzzers, other platforms, packages and distributions
	Tools/nightly.sh check drivers sanitize dependent portable fuzz container roots

roots: tarball wheel deb ## the artefacts tried in other distributions, by debootstrap
	Tools/roots.sh .build/roots dist $(SEGUE)

bench: deps build hosts ## the tables of Benchmarks.md
	$(PYTHON) Tools/bench.py --segue $(SEGUE) --hosts $(MADE)/hosts

lint: ## checks the format of the code; has to be silent
	$(SWIFT) format lint --strict --recursive Sources Shaders Tests Examples Package.swift

format: ## formats the code
	$(SWIFT) format --in-place --recursive Sources Shaders Tests Examples Package.swift

clean: ## removes what was built
	rm -rf .build dist

all: build

test-deps:
	Tools/packages.sh tests

man: build
	@mkdir -p $(MADE)
	Packaging/make-manual.sh $(SEGUE) > $(MADE)/segue.1
	gzip -9nf $(MADE)/segue.1

completions: build
	@mkdir -p $(MADE)
	for shell in bash zsh fish; do $(SEGUE) completions $$shell > $(MADE)/segue.$$shell || exit; done

drivers: test-deps
	Tools/build.sh tests
	TIER=full Tools/drivers.sh llvmpipe softpipe zink swiftshader

sanitize: test-deps
	Tools/sanitize.sh

valgrind: build
	Tools/valgrind.sh $(SEGUE) || [ $$? = 77 ]

# Random films made with --copy, each compared with the same film made without it.
copied-films: deps build
	Tools/sooner.sh $(MADE)/sooner
	PATH="$(CURDIR)/$(MADE)/sooner:$$PATH" $(PYTHON) Tools/copy-films.py --segue $(SEGUE) --count 500

# Packages outside the repository that depend on this one.
dependent: deps
	Tests/DependentPackage/run.sh debug
	Tests/DependentPackage/run.sh release
	Tests/RecipesPackage/run.sh

# The platform-independent modules, compiled for Apple's systems, ARM and WebAssembly, and run if there is a runner.
portable:
	$(SWIFT) build --product recipe-hashes
	Tools/portable.sh .build/portable

fuzz: deps
	Fuzz/run.sh all

container:
	@if ! docker info > /dev/null 2>&1; then echo "SKIPPED: container, Docker is not running"; \
	else docker build -t segue -f Packaging/Dockerfile . && docker run --rm segue --version; fi
