# make run    builds the demo with optimisation, and serves it
#             make run PORT=8123 HOST=127.0.0.1 ROOT=some/folder TLS=1 ARGS="--log-level debug"
#             make run DEMO=shell, DEMO=browser or DEMO=visits serves the demo of the shell, of a browser, of visits
#             make run DEMO=fleet serves the demo of a fleet, which needs Redis and HAProxy
# make check     tests format, types, scripts and Swift, without browsers; 9 minutes on two cores
# make test      make check, all browser tests in Chromium and few in Firefox and WebKitGTK; 17 minutes
# make test-all  make test, then all tests in Firefox and WebKitGTK, optimised builds, packages, fuzzing; 37 minutes
# make bench  compares the performance with other servers, and writes docs/guides/performance.md
#             short version: make bench ARGS="--quick --only calls"
# make install PREFIX=/usr/local    installs the program snippet-bridge, with completions for bash, zsh and fish
# These targets install missing packages with apt. If no package is missing, they use neither apt nor the network.

PORT ?= 8080
HOST ?= 127.0.0.1
DEMO ?= page
PROGRAMS := page=Demo shell=ShellDemo browser=BrowserDemo visits=VisitsDemo fleet=FleetDemo
PROGRAM = $(or $(patsubst $(DEMO)=%,%,$(filter $(DEMO)=%,$(PROGRAMS))),$(error There is no demo "$(DEMO)". Use page, shell, browser, visits or fleet))
# The visits demo uses Turbo if the PyPI package turbo-django is installed.
TURBO := $(if $(filter visits,$(DEMO)),$(firstword $(wildcard .build-test/venv/lib/python3*/site-packages/turbo/static/turbo/js/turbo.min.js)))
ROOT ?= $(if $(filter shell,$(DEMO)),public/lakeside,$(if $(filter fleet,$(DEMO)),public/fleet,public/snippets))
TLS ?=
ARGS ?=
PREFIX ?= /usr/local

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.ONESHELL:
.SILENT:
.PHONY: run test check test-all swift-tests install bench differential fuzz sanitize-addresses sanitize-threads run-setup fleet-setup fleet-demo-setup test-setup bench-setup swift-found

# The build of the programs here (docs/decisions/0037). Without an index, which only editors need, and debug
# information, it takes less processor time.
RELEASE := .build/release
# Tests/XCTMain.swift explains the first options. One test at a time: docs/decisions/0028.
SWIFT_TEST := swift test --disable-xctest --enable-swift-testing --disable-index-store --no-parallel
RELEASE_BUILD := swift build -c release --disable-index-store -debug-info-format none
VENV := .build-test/venv
# marionette_driver controls Firefox, for which Debian has no WebDriver. Tests/Differential uses h11. Tests/Browser uses
# django and aiohttp for proxied sites, and axe-core-python to find accessibility errors.
PYTHON_PACKAGES := selenium>=4.25,<5 marionette_driver>=3.4,<4 h11>=0.14,<1 django>=4.2,<5 aiohttp>=3.9,<4 axe-core-python>=0.1,<1 turbo-django==0.4.4

LIBRARIES := libwebsockets-dev libwebsockets-evlib-ev libev-dev libssl-dev zlib1g-dev

# `need` checks whether a package is installed, without the network. `install_missing` installs the missing ones.
define packages
missing=()
need() { # need <package> <command that succeeds if it is installed>
  "$${@:2}" >/dev/null 2>&1 || missing+=("$$1")
}
library() { # Asks dpkg, or on other systems pkg-config and the header folders.
  if command -v dpkg-query; then [[ $$(dpkg-query -W -f '$${db:Status-Status}' "$$1") == installed ]]
  else case $$1 in
    libwebsockets-dev) pkg-config --exists libwebsockets ;;
    libssl-dev) pkg-config --exists openssl ;;
    zlib1g-dev) pkg-config --exists zlib ;;
    libev-dev) [[ -e /usr/include/ev.h || -e /usr/local/include/ev.h ]] ;;
    libwebsockets-evlib-ev) compgen -G '/usr/lib*/**/libwebsockets-evlib_ev*' || pkg-config --exists libwebsockets ;;
  esac; fi
}
node_18() { node -e 'process.exit(parseInt(process.versions.node) >= 18 ? 0 : 1)'; }
install_missing() {
  (( $${#missing[@]} )) || return 0
  if ! command -v apt-get >/dev/null; then
    echo "These packages are missing (Debian's names); please install them: $${missing[*]}" >&2
    exit 1
  fi
  echo "Installing with apt: $${missing[*]}"
  sudo=(env DEBIAN_FRONTEND=noninteractive)
  if (( EUID != 0 )); then
    command -v sudo >/dev/null || { echo "Run as root, or install sudo: apt-get install $${missing[*]}" >&2; exit 1; }
    sudo=(sudo "$${sudo[@]}")
  fi
  install() { "$${sudo[@]}" apt-get install -y -q --no-install-recommends "$${missing[@]}" </dev/null; }
  # Updates the package lists only if the installation fails with the current ones.
  apt-get install -s --no-install-recommends "$${missing[@]}" >/dev/null 2>&1 && install ||
    { "$${sudo[@]}" apt-get update -q </dev/null && install; } ||
    { echo "apt could not install: $${missing[*]}" >&2; exit 1; }
}
endef

run: swift-found run-setup $(if $(filter fleet,$(DEMO)),fleet-setup fleet-demo-setup)
	$(RELEASE_BUILD) --product $(PROGRAM)
	# exec: the program receives the signals, and its exit status is that of the recipe.
	# Only a HOST on the command line permits serving the network, not one in the environment (docs/decisions/0011).
	exec $(RELEASE)/$(PROGRAM) --host "$(HOST)" --port "$(PORT)" --root "$(ROOT)" $(if $(filter-out 0 no,$(TLS)),--tls) \
	  $(if $(filter command,$(firstword $(origin HOST))),--allow-network) \
	  $(if $(TURBO),--turbo "$(TURBO)") $(ARGS)

# Tests/run.py defines the steps.
test: swift-found test-setup fleet-setup
	python3 Tests/run.py

check: swift-found test-setup fleet-setup
	python3 Tests/run.py --check

test-all: test
	python3 Tests/run.py --further

install: swift-found run-setup
	$(RELEASE_BUILD) --product snippet-bridge
	to='$(DESTDIR)$(PREFIX)'
	install -D $(RELEASE)/snippet-bridge "$$to/bin/snippet-bridge"
	complete() { # complete <shell> <file>
	  "$$to/bin/snippet-bridge" --generate-completion-script $$1 | install -D -m 644 /dev/stdin "$$to/share/$$2"
	}
	complete bash bash-completion/completions/snippet-bridge
	complete zsh zsh/site-functions/_snippet-bridge
	complete fish fish/vendor_completions.d/snippet-bridge.fish
	echo "Installed $$to/bin/snippet-bridge. To start: snippet-bridge new Shop"

bench: swift-found run-setup fleet-setup bench-setup
	swift build --package-path Benchmarks --configuration release --product BenchmarkServer
	# A benchmark measures the memory of the demo's pages.
	$(RELEASE_BUILD) --product Demo
	$(RELEASE_BUILD) --product FleetBenchmark
	# Calls make by name: `make -n` runs lines that contain the variable for it.
	make --silent -C Benchmarks
	/usr/bin/python3 Benchmarks/bench $(ARGS)
	$(if $(ARGS),exit)
	python3 Benchmarks/bench/counts.py release Benchmarks/.build/release/BenchmarkServer
	python3 Benchmarks/bench/counts.py immediate Benchmarks/.build/release/BenchmarkServer --immediate

# Tests mutated input for 30 minutes, or with other options: make fuzz ARGS="--seconds 600 --subject messages"
fuzz: swift-found run-setup
	$(RELEASE_BUILD) --product Fuzzing
	$(RELEASE)/Fuzzing --seconds 1800 $(ARGS)

# Compares the HTTP parser with llhttp, h11 and nginx: Tests/Differential/README.md
differential: swift-found test-setup
	$(RELEASE_BUILD) --product Differential
	nice node Tests/Differential/differential.mjs --ours $(RELEASE)/Differential --python $(VENV)/bin/python \
	  --cases 10000000 --nginx 100000 $(ARGS)

# Some Swift tests: make swift-tests FILTER=InboxTests, or FILTER=InboxTests/eachNumberCountsOnce
swift-tests: swift-found
	$(SWIFT_TEST) $(if $(FILTER),--filter '$(FILTER)') $(ARGS)

# The Swift tests with a sanitizer. They run one at a time, because sanitizers slow them down and some have time limits.
# Leak detection is off: it does not recognize the pointers in Swift's weak references and enums.
# The quarantine of freed memory is small, because tests measure memory.
sanitize-addresses: export ASAN_OPTIONS := quarantine_size_mb=4:detect_leaks=0
sanitize-addresses: swift-found run-setup fleet-setup
	$(SWIFT_TEST) --scratch-path .build-addresses --sanitize address $(ARGS)

sanitize-threads: export TSAN_OPTIONS := suppressions=$(CURDIR)/.build-threads/known:print_suppressions=0
sanitize-threads: swift-found run-setup fleet-setup
	# Two false positives: Swift's library writes the length 0 into the shared empty array. The sanitizer does not
	# see that a continuation orders memory accesses.
	mkdir -p .build-threads && printf '%s\n' race:_swiftEmptyArrayStorage race:17ConnectingAttemptC > .build-threads/known
	# The sanitizer knows only the locks of Sources/DSBridgeLocks. It would report others as races.
	if grep -rlx --include='*.swift' 'import Synchronization' Sources Tests --exclude-dir=Outside --exclude-dir='*Demo'; then
	  echo 'These files must import DSBridgeLocks instead of Synchronization.' >&2; exit 1
	fi
	SNIPPETBRIDGE_THREAD_SANITIZER=1 \
	  $(SWIFT_TEST) --scratch-path .build-threads --sanitize thread $(ARGS)

swift-found:
	command -v swift >/dev/null || { echo 'Swift 6.3 or newer is not in PATH. Install it: https://www.swift.org/install' >&2; exit 1; }

run-setup:
	$(packages)
	for package in $(LIBRARIES); do need $$package library $$package; done
	need pkg-config command -v pkg-config
	install_missing

# What SnippetFleet needs in addition. Debian starts Redis on local port 6379 and a Sentinel on port 26379. To stop
# them: systemctl disable --now redis-server redis-sentinel
fleet-setup:
	$(packages)
	need libhiredis-dev test -e /usr/include/hiredis/hiredis.h
	need redis-server command -v redis-server
	need redis-sentinel command -v redis-sentinel
	need haproxy test -x /usr/sbin/haproxy
	need nginx test -x /usr/sbin/nginx
	install_missing

# What the demo of a fleet needs in addition. HAProxy's service listens on no port.
fleet-demo-setup:
	$(packages)
	need haproxy test -x /usr/sbin/haproxy
	install_missing

# Debian starts nginx on port 80 after the installation. To stop it: systemctl disable --now nginx
bench-setup:
	$(packages)
	need nodejs node_18
	need node-ws test -e /usr/share/nodejs/ws
	need wrk command -v wrk
	need openssl command -v openssl
	need gcc command -v cc
	need valgrind command -v valgrind
	need nginx test -x /usr/sbin/nginx
	need python3-websockets /usr/bin/python3 -c 'import websockets'
	need python3-socketio /usr/bin/python3 -c 'import socketio'
	need python3-redis /usr/bin/python3 -c 'import redis.asyncio'
	need python3-aiohttp /usr/bin/python3 -c 'import aiohttp'
	need python3-matplotlib /usr/bin/python3 -c 'import matplotlib'
	install_missing

# Debian starts the services of HAProxy, which listens on no port, and of gpsd, which listens on local port 2947. Of
# Apache, only the program is installed.
test-setup:
	$(packages)
	for package in $(LIBRARIES); do need $$package library $$package; done
	need pkg-config command -v pkg-config
	need nodejs node_18
	need node-typescript command -v tsc
	need chromium command -v chromium
	need chromium-driver command -v chromedriver
	need firefox-esr command -v firefox-esr
	need libnss3-tools command -v certutil
	need webkit2gtk-driver command -v WebKitWebDriver
	need xvfb command -v Xvfb
	need gcc command -v cc
	need nginx test -x /usr/sbin/nginx
	need haproxy test -x /usr/sbin/haproxy
	need apache2-bin test -x /usr/sbin/apache2
	need valgrind command -v valgrind
	need gpsd test -x /usr/sbin/gpsd
	need gpsd-clients command -v gpsfake
	need python3-venv python3 -c 'import ensurepip, venv'
	install_missing
	# The file `installed` is written last, so that an incomplete venv is created again.
	if [[ $$(cat $(VENV)/installed 2>/dev/null) != '$(PYTHON_PACKAGES)' ]]; then
	  echo 'Installing from PyPI into $(VENV): $(PYTHON_PACKAGES)'
	  python3 -m venv --clear $(VENV)
	  $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check $(foreach package,$(PYTHON_PACKAGES),'$(package)')
	  echo '$(PYTHON_PACKAGES)' >$(VENV)/installed
	fi
