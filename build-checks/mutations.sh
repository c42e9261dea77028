#!/usr/bin/env bash
# Copyright 2026 the dflash4j authors.
# SPDX-License-Identifier: Apache-2.0
#
# Applies each patch of core/src/test/mutations to a copy of the sources, compiles and runs the
# tests of drafts. A patch that the tests do not notice survives, and so does the claim that they
# guard what it breaks. The sources without a patch have to pass first.
#
#   build-checks/mutations.sh [options for Maven, such as -o]
#
# Ends with 0 if the control passed and every patch was killed.
set -u -o pipefail

# Pinned digests are left out on purpose: they notice everything and explain nothing.
tests='DraftGoldenTest,DraftMathsTest,GroupedConvolutionTest,CandidateSelectorTest,TopLogitsTest'
tests+=',DraftContextTest,DFlashSessionTest,DraftPairTest,RecordedRunsTest'

root=$(cd "$(dirname "$0")/.." && pwd)
copy=$(mktemp -d "${TMPDIR:-/tmp}/mutations-XXXXXX")
trap 'rm -rf "$copy"' EXIT

(cd "$root" && git ls-files -z --cached --others --exclude-standard pom.xml '*/pom.xml' core build-checks \
  | tar --null --files-from=- --create) | tar --extract --directory="$copy"
# Modules that are not copied would have to be there.
modules=$(cd "$copy" && ls -d */ | tr -d /)
for module in $modules; do
  mkdir -p "$copy/$module"
done

maven() {
  (cd "$copy" && mvn -q -B "$@") > "$copy/log" 2>&1
}

# Prints control, killed or SURVIVED and what the tests said.
run() {
  local name=$1
  if ! maven "${options[@]}" -pl core test-compile; then
    printf '%-48s does not compile\n' "$name"
    tail -20 "$copy/log"
    return 2
  fi
  rm -rf "$copy/core/target/surefire-reports"
  maven "${options[@]}" -pl core test "-Dtest=$tests" -Dsurefire.failIfNoSpecifiedTests=false
  local status=$?
  local ran failed
  ran=$(counted tests)
  failed=$(($(counted failures) + $(counted errors)))
  if ((ran == 0)); then
    printf '%-48s no tests were run\n' "$name"
    tail -20 "$copy/log"
    return 2
  fi
  printf '%-48s %4d tests, %3d failed  %s\n' "$name" "$ran" "$failed" \
    "$( ((status == 0)) && echo passed || echo "killed by $(killers)")"
  return $((status != 0))
}

# The sum of an attribute over the reports.
counted() {
  cat "$copy"/core/target/surefire-reports/TEST-*.xml 2> /dev/null \
    | grep -o '<testsuite [^>]*' | grep -o " $1=\"[0-9]*\"" | grep -o '[0-9]*' \
    | awk '{ sum += $1 } END { print sum + 0 }'
}

killers() {
  grep -l -E '<(failure|error)[ >]' "$copy"/core/target/surefire-reports/TEST-*.xml \
    | sed 's/.*\.\([A-Za-z]*\)\.xml/\1/' | sort | paste -s -d ' '
}

options=("$@")
bad=0
run 'control, no patch' || { echo 'The sources do not pass without a patch.'; exit 1; }
for patch in "$root"/core/src/test/mutations/*.patch; do
  if ! (cd "$copy" && patch -s -p1 < "$patch"); then
    echo "$(basename "$patch") does not apply to the sources as they are now"
    bad=1
    continue
  fi
  run "$(basename "$patch" .patch)"
  case $? in
    0) echo '    SURVIVED'; bad=1 ;;
    2) bad=1 ;;
  esac
  (cd "$copy" && patch -s -R -p1 < "$patch")
done
exit $bad
