# Segue, on a Debian machine that has Swift. `make deps` installs what it takes, `make` builds; `make demo`, `make test`
# and `make bench` do both.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
PYTHON ?= python3
BUILD = .build/release

# What is linked (-dev), what EGL needs to find a software driver at run time, the encoder, and the header of frei0r's plug-ins.
PACKAGES = libegl-dev libgles-dev libgbm-dev libpng-dev libjpeg62-turbo-dev libwebp-dev liblcms2-dev \
  libdeflate-dev libheif-dev libtiff6 libebur128-dev libxxhash-dev libpangocairo-1.0-0 librsvg2-2 fonts-dejavu-core libegl1 libgl1-mesa-dri \
  ffmpeg frei0r-plugins-dev

# What the tests try beside it: other shells, a scheduler, a browser, OpenGL over Vulkan, what fetches SwiftShader, other
# readers of films, programs that load frei0r's plug-ins, and emoji in colour. Where one is missing its tests are skipped, visibly.
TEST_PACKAGES = bash zsh fish slurm-wlm munge chromium chromium-driver python3-selenium mesa-vulkan-drivers \
  python3-pip python3-venv python3-jsonschema mkvtoolnix valgrind curl libde265-examples melt gstreamer1.0-tools \
  gstreamer1.0-plugins-bad fonts-noto-color-emoji

.PHONY: all deps test-deps build library demo demo-film quick test test-tool test-films test-library test-drivers dependent portable docs bench sanitize sanitize-kernels valgrind copied-films \
  fuzz container nightly man completions hosts wheel site install uninstall deb format lint clean

all: build

# Installs only what is missing, as root or through sudo.
deps:
	@missing=""; for p in $(PACKAGES) $(EXTRA); do \
	  dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -n "$$missing" ]; then \
	  echo "installing:$$missing"; \
	  if [ "$$(id -u)" = 0 ]; then run=""; else run="sudo"; fi; \
	  $$run apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$run apt-get install -y -qq --no-install-recommends $$missing; \
	fi

test-deps:
	@$(MAKE) --no-print-directory deps EXTRA="$(TEST_PACKAGES)"

# Relocations in the short form that glibc's loader reads since 2.36: less to do at each start. Nothing is exported: no library
# looks for anything in a program.
SHORT = $(shell printf '%s\n' 2.36 "$$(getconf GNU_LIBC_VERSION 2>&1 | cut -d' ' -f2)" | sort -CV && \
  echo -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
RELEASED = -c release --product segue --static-swift-stdlib -Xlinker --no-export-dynamic $(SHORT)
build:
	$(SWIFT) build $(RELEASED)

# libsegue: one shared object with Swift's libraries inside, which exports what segue.h declares.
LIBRARY = $(MADE)/libsegue.so
library:
	$(SWIFT) build -c release --product SegueLibrary --scratch-path .build/c-library -Xswiftc -DSEGUE_NO_FOUNDATION
	SWIFT=$(SWIFT) Tools/link.sh library .build/c-library/release $(LIBRARY)

# The library with what other programs load, as it is installed.
HOSTS = $(MADE)/hosts
hosts: library
	rm -rf $(HOSTS)
	Tools/hosts.sh $(LIBRARY) $(HOSTS)

# The Python package, for pip.
wheel: library
	$(PYTHON) Tools/wheel.py $(LIBRARY) dist

# The catalogue as a page, in pictures that Segue draws.
site: build
	$(PYTHON) Tools/site.py --segue $(BUILD)/segue $(MADE)/site

demo: deps build
	$(BUILD)/segue Examples/dusk.png Examples/night.png -o demo.mp4 --duration 2 --overwrite
	@echo "demo.mp4 is ready."

# Pictures, a generated clip and music become a film.
demo-film: deps build
	@mkdir -p $(MADE)
	ffmpeg -v error -y -f lavfi -i "gradients=s=1280x720:r=30:d=4:c0=0x203060:c1=0xf09040:speed=0.03" \
	  -f lavfi -i "sine=f=330:d=4" -af "volume=0.3,afade=in:d=0.5,afade=out:st=3.5:d=0.5" -pix_fmt yuv420p \
	  -colorspace bt709 -color_range tv -c:v libx264 -preset veryfast -c:a aac $(MADE)/clip.mp4
	ffmpeg -v error -y -f lavfi \
	  -i "aevalsrc='0.1*(sin(2*PI*220*t)+sin(2*PI*277.2*t)+sin(2*PI*329.6*t))*(1-mod(t,2)/2)':s=48000:d=4" \
	  $(MADE)/music.wav
	$(BUILD)/segue join Examples/dusk.png +iris $(MADE)/clip.mp4 +slide:1.2 Examples/night.png \
	  --each 4 --motion auto --music $(MADE)/music.wav -s 1280x720 -o demo-film.mp4 --overwrite
	@echo "demo-film.mp4 is ready."

# The suites that start no program and draw without OpenGL, all at once: what there is to run after every change. They are built
# for debugging, for that is quicker after a change, but for the kernels: their loops for wide vectors are those that people run.
DEBUGGED = -Xcc -O2
quick: deps
	$(SWIFT) build --build-tests $(DEBUGGED)
	TIER=quick $(SWIFT) test --skip-build

# All tests are linked to what a release is made of, once; and the tool and the library, as they are installed, static and
# stripped, are linked out of the same objects. Then there are four parts, three at a time, for what runs programs waits much;
# each line says which part it is from, and all run to their end. In each one test at a time: those that wait for processes
# would starve the others' tasks on a small machine. What failed is said once more at the end. Nobody looks at the tests
# in a debugger.
TESTED = -c release -Xswiftc -enable-testing -debug-info-format none
INSTALLED = $(CURDIR)/$(MADE)/installed
test: SHELL = bash -o pipefail
test: test-deps
	$(SWIFT) build --build-tests $(TESTED)
	SWIFT=$(SWIFT) Tools/link.sh tool $(BUILD) $(INSTALLED)/segue $(filter-out -Xswiftc -use-ld=%,$(SHORT))
	SWIFT=$(SWIFT) Tools/link.sh library $(BUILD) $(INSTALLED)/libsegue.so
	rm -rf $(HOSTS) && Tools/hosts.sh $(INSTALLED)/libsegue.so $(HOSTS)
	@rm -rf "$(EXPECTATIONS)" "$(MEDIA)" && mkdir -p "$(EXPECTATIONS)" "$(MEDIA)"
	Tools/sooner.sh $(SOONER)
	@$(MAKE) --no-print-directory --keep-going --jobs=3 test-tool test-films test-library test-drivers 2>&1 | tee $(MADE)/test.log || \
	  { echo "failed:"; grep -E '✘|error:|Fatal' $(MADE)/test.log; exit 1; }

# The suites of the tool and of other programs, with what is installed; those of films; the others. A clip that several tests
# make is made once, and ffmpeg is started in a way that takes less.
OF_TOOL = ^(CommandLineTests|PreviewTests|HostTests)
MEDIA = $(CURDIR)/$(MADE)/media
SOONER = $(CURDIR)/$(MADE)/sooner
TEST = PATH="$(SOONER):$$PATH" MADE_MEDIA="$(MEDIA)" $(SWIFT) test -c release --skip-build --no-parallel --ignore-lock
test-tool test-films test-library test-drivers: SHELL = bash -o pipefail
test-tool:
	@{ PYTHON=$(PYTHON) Tools/python.sh .build/python || echo "SKIPPED: NumPy and moviepy"; \
	TESTED_PROGRAMS=$(INSTALLED) TESTED_HOSTS=$(CURDIR)/$(HOSTS) $(TEST) --filter '$(OF_TOOL)'; \
	} 2>&1 | sed -u 's/^/tool    | /'
test-films:
	@$(TEST) --filter '^FilmTests' 2>&1 | sed -u 's/^/films   | /'
# Half of what the library's tests would take is llvmpipe's compiler. Without its optimiser, which is to change no byte, it is
# done in a third; with it, it draws what the tool and films draw, every built-in at 4K, and all of `make drivers`.
PLAIN = GALLIVM_PERF=nopt
AT_4K = ConformanceTests/(fourK|eightK)
test-library:
	@{ export EXPECTATIONS="$(EXPECTATIONS)"; \
	$(PLAIN) $(TEST) --skip '$(OF_TOOL)' --skip '^FilmTests' --skip '$(AT_4K)' && $(TEST) --filter '$(AT_4K)'; \
	} 2>&1 | sed -u 's/^/library | /'

# Mesa's llvmpipe draws in all tests; then its two other ways to draw without a GPU, and SwiftShader, which shares nothing
# with Mesa, have to give the same bytes: every recipe, node and filter once, and in `make drivers` in every size. What the
# pixel arithmetic expects is worked out once for all of them. The documentation is made, whose warnings are errors.
ON_OPENGL = ConformanceTests/(theDriver|openGL|mappingAnew|handMadeOnOpenGL)|FilterTests/renderersAgree|RandomDrawingTests/openGL|DeepPlanesTests/openGL
SWIFTSHADER = .build/swiftshader
EXPECTATIONS = $(CURDIR)/$(MADE)/expectations
test-drivers:
	@{ SWIFT=$(SWIFT) Tools/kernels.sh $(BUILD) || exit; \
	Tools/docs.sh $(BUILD) $(MADE) || exit; \
	DRAWINGS=few $(PLAIN) $(MAKE) --no-print-directory mesa-drivers swiftshader; \
	} 2>&1 | sed -u 's/^/drivers | /'

.PHONY: drivers mesa-drivers swiftshader
MESA_DRIVERS = softpipe zink
mesa-drivers:
	@for driver in $(MESA_DRIVERS); do \
	  echo "OpenGL ES by $$driver:"; \
	  EXPECTATIONS="$(EXPECTATIONS)" EXPECTED_DRIVER=$$driver GALLIUM_DRIVER=$$driver LIBGL_ALWAYS_SOFTWARE=1 \
	    $(TEST) --filter '$(ON_OPENGL)' || exit; \
	done
swiftshader:
	@if PYTHON=$(PYTHON) Tools/swiftshader.sh $(SWIFTSHADER); then \
	  echo "OpenGL ES by SwiftShader:"; \
	  EXPECTATIONS="$(EXPECTATIONS)" EXPECTED_DRIVER=SwiftShader REQUIRE_GPU=1 \
	    LD_LIBRARY_PATH=$(CURDIR)/$(SWIFTSHADER) $(TEST) --filter '$(ON_OPENGL)'; \
	else \
	  echo "SKIPPED: OpenGL ES by SwiftShader, which could not be had"; \
	fi
drivers: test-deps
	$(SWIFT) build --build-tests $(TESTED)
	@mkdir -p "$(EXPECTATIONS)"
	@$(MAKE) --no-print-directory mesa-drivers swiftshader MESA_DRIVERS="llvmpipe $(MESA_DRIVERS)"

# The documentation of everything that `import Segue` gives, as one archive.
docs:
	$(SWIFT) build --target Segue
	Tools/docs.sh .build/debug $(MADE)

# Packages outside of the repository that depend on this one: all of it, in debug and in release, what is public does it all;
# and `SegueRecipes` alone, with the libraries of the system hidden.
dependent: deps
	Tests/DependentPackage/run.sh debug
	Tests/DependentPackage/run.sh release
	Tests/RecipesPackage/run.sh

# What can be shown here of the rooms that know no platform: compiled for Apple's systems, ARM and WebAssembly, and run where
# something runs it, to the same bytes. Parts whose tools are missing are skipped, visibly.
portable:
	$(SWIFT) build --product recipe-hashes
	PYTHON=$(PYTHON) SWIFT=$(SWIFT) Tools/portable.sh .build/portable

# Segue beside its peers. Without OpenCV, Skia, moderngl or moviepy for PYTHON their lines are skipped, visibly.
bench: deps build hosts
	$(PYTHON) Tools/bench.py --segue $(BUILD)/segue --hosts $(HOSTS)

# Every test under ThreadSanitizer, then under AddressSanitizer, each in a build folder of its own. A finding
# in the tests or in the tool they run ends in a failure. Left out is the one that measures memory, of which the
# sanitizers keep a good deal; and ThreadSanitizer cannot start where files may not grow.
SANITIZED = $(SWIFT) test --skip-build --no-parallel --skip hundredRenders
sanitize: deps
	@echo "left out: hundredRenders; under ThreadSanitizer also fullDisk"
	$(SWIFT) build --build-tests --sanitize=thread --scratch-path .build/thread
	TSAN_OPTIONS="suppressions=$(CURDIR)/Tools/sanitizers/tsan.supp" \
	  $(SANITIZED) --skip fullDisk --sanitize=thread --scratch-path .build/thread
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/address
	ASAN_OPTIONS=detect_leaks=0 $(SANITIZED) --sanitize=address --scratch-path .build/address

# All that is too slow for every change, one part after the other; each runs to its end, and those that failed are named
# at the end. What a part says is in .build/made/nightly. Parts whose tools are missing are skipped, visibly.
NIGHTLY = drivers valgrind sanitize sanitize-kernels dependent portable copied-films fuzz deb container
nightly: test-deps
	@mkdir -p $(MADE)/nightly; failed=""; \
	for part in $(NIGHTLY); do \
	  start=$$(date +%s); result=passed; \
	  $(MAKE) --no-print-directory $$part > $(MADE)/nightly/$$part.log 2>&1 || { result=FAILED; failed="$$failed $$part"; }; \
	  echo "$$part: $$result after $$(($$(date +%s) - start)) s"; \
	  grep SKIPPED $(MADE)/nightly/$$part.log || true; \
	done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed"; exit 1; fi

# The program that ships, a command for each way in and out, under valgrind.
valgrind: build
	Tools/valgrind.sh $(BUILD)/segue || [ $$? = 77 ]

# The kernels for vectors of each width under AddressSanitizer and UndefinedBehaviorSanitizer.
sanitize-kernels:
	$(SWIFT) build --product recipe-hashes $(TESTED)
	SWIFT=$(SWIFT) Tools/kernels.sh $(BUILD) -g -fsanitize=address,undefined -fno-sanitize-recover=undefined

# Random films that are copied, each beside the same film without it.
COPIED_FILMS = 500
copied-films: deps build
	$(PYTHON) Tools/copy-films.py --segue $(BUILD)/segue --count $(COPIED_FILMS) --jobs 2

# Every fuzz target, so many seconds each.
FUZZ_SECONDS = 1800
fuzz: deps
	@for target in $$(Fuzz/run.sh targets); do \
	  echo "$$target:"; \
	  Fuzz/run.sh $$target $(FUZZ_SECONDS) || failed="$$failed $$target"; \
	done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed"; exit 1; fi

# The image that runs the tool, where something can build it.
container:
	@if docker info > /dev/null 2>&1; then \
	  docker build -t segue -f Packaging/Dockerfile . && docker run --rm segue --version; \
	else echo "SKIPPED: container, no docker that answers"; fi

# What a shell and man know about the tool, made by the tool itself.
MADE = .build/made
man: build
	@mkdir -p $(MADE)
	Packaging/make-manual.sh $(BUILD)/segue > $(MADE)/segue.1
	gzip -9nf $(MADE)/segue.1

completions: build
	@mkdir -p $(MADE)
	for shell in bash zsh fish; do \
	  $(BUILD)/segue completions $$shell > $(MADE)/segue.$$shell || exit; \
	done

install: build man completions library
	install -D -s -m 755 $(BUILD)/segue "$(DESTDIR)$(PREFIX)/bin/segue"
	install -D -m 644 $(MADE)/segue.1.gz "$(DESTDIR)$(PREFIX)/share/man/man1/segue.1.gz"
	install -D -m 644 $(MADE)/segue.bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/segue"
	install -D -m 644 $(MADE)/segue.zsh "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_segue"
	install -D -m 644 $(MADE)/segue.fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/segue.fish"
	Tools/hosts.sh $(LIBRARY) "$(DESTDIR)$(PREFIX)" "$(PREFIX)"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/segue" "$(DESTDIR)$(PREFIX)/share/man/man1/segue.1.gz" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/segue" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_segue" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/segue.fish" \
	  "$(DESTDIR)$(PREFIX)/include/segue.h" "$(DESTDIR)$(PREFIX)/lib/pkgconfig/segue.pc" \
	  "$(DESTDIR)$(PREFIX)"/lib/libsegue.so* "$(DESTDIR)$(PREFIX)"/share/kdenlive/transitions/segue_*.xml
	rm -rf "$(DESTDIR)$(PREFIX)/lib/frei0r-1/segue"

# Packages that run without Swift: the tool, and what other programs draw with.
deb:
	Packaging/make-deb.sh

format:
	$(SWIFT) format --in-place --recursive Sources Shaders Tests Examples Package.swift

lint:
	$(SWIFT) format lint --strict --recursive Sources Shaders Tests Examples Package.swift

clean:
	$(SWIFT) package clean
