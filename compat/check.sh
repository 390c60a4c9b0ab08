#!/bin/sh
# A check that a program over FCMP++ has helioselene-simd in all the places that it is for, which
# names the line that is missing if not. Run it in the program's workspace:
#
#     sh …/helioselene-simd/compat/check.sh [options of cargo tree, such as --offline]
#
# The exit code is 0 if nothing is missing, and 1 otherwise.
set -u

repository=$(cd "$(dirname "$0")/.." && pwd -P) || exit 1
failed=0

fail() {
    failed=1
    printf 'FAIL: %s\n' "$1"
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@" | sed 's/^/      /'
}

# Of every package a line, `name vVersion (source)`; of one from crates.io, just `name vVersion`.
if ! tree=$(cargo tree --workspace --prefix none --format '{p}' "$@"); then
    fail 'cargo finds no versions that fit together, see above.' \
        'If ec-divisors has no feature `std`, its line is missing.' \
        'If helioselene collides, a Cargo.toml of the workspace has the other one by its path.'
    exit 1
fi
tree=$(printf '%s\n' "$tree" | sed 's/ (\*)$//' | sort -u)

# The lines of a package whose version begins so.
packages() {
    printf '%s\n' "$tree" | grep "^$1 v$2"
}

# What is in the brackets of such a line.
source_of() {
    printf '%s\n' "$1" | sed -n 's/^[^(]*(\(.*\))$/\1/p'
}

# The crates of compat/ name helioselene-simd by its path, so that all have one source: folders of
# one checkout, or one commit of one git repository.
simd=$(packages helioselene-simd '')
root=$(source_of "$simd" | head -n 1)
if [ -z "$simd" ]; then
    fail 'helioselene-simd is not in the graph: no line had an effect.'
elif [ "$(printf '%s\n' "$simd" | wc -l)" -ne 1 ]; then
    fail 'helioselene-simd must come from one place, or its types are not the same:' "$simd"
    exit 1
fi

# Whether all of a package, if its version begins so, is of this folder of compat/; and the line.
check() { # name, version, folder, line
    found=$(packages "$1" "$2")
    [ -n "$found" ] || return 1
    while IFS= read -r package; do
        source=$(source_of "$package")
        if [ -n "$root" ] && { [ "$source" = "$root" ] || [ "$source" = "$root/compat/$3" ]; }; then
            echo "ok: $package"
            continue
        fi
        case $source in
        '') place='[patch.crates-io] lacks' ;;
        *://*) place="[patch.\"${source%%[?#]*}\"] lacks" ;;
        *) place='It is there by its path, which is to be changed in the Cargo.toml of every user:' ;;
        esac
        fail "$package is not from helioselene-simd. $place" "$4"
    done <<END
$found
END
    return 0
}

check multiexp 0.4. multiexp \
    "multiexp = { path = \"$repository/compat/multiexp\" }"
check multiexp 0.5. multiexp-0.5 \
    "multiexp-0_5 = { package = \"multiexp\", path = \"$repository/compat/multiexp-0.5\" }"
# Version 0.4 may be there too, for ciphersuite's own Ed25519, but not as FCMP++'s.
check dalek-ff-group 0.5. dalek-ff-group \
    "dalek-ff-group = { path = \"$repository/compat/dalek-ff-group\" }" ||
    fail 'dalek-ff-group 0.5 is not in the graph: is this a program over FCMP++ of 2025-09 or later?'
if cargo tree --workspace --invert dalek-ff-group@0.4 --depth 1 --prefix none "$@" 2>/dev/null |
    grep -q '^ec-divisors '; then
    fail 'This FCMP++ uses dalek-ff-group 0.4, for which there is no stand-in.'
fi
check helioselene 0.1. helioselene \
    "helioselene = { path = \"$repository/compat/helioselene\" }" ||
    fail 'helioselene 0.1 is not in the graph: is this a program over FCMP++?'

others=$(packages multiexp '' | grep -v '^multiexp v0\.[45]\.')
[ -z "$others" ] || fail 'There is nothing in compat/ for this version:' "$others"

divisors=$(packages ec-divisors '')
if [ "$(printf '%s\n' "$divisors" | wc -l)" -ne 1 ] || [ "$divisors" = "${divisors%)}" ]; then
    fail 'ec-divisors must be there once, from FCMP++. [patch.crates-io] lacks its line, or the' \
        'line has not the repository and revision, letter by letter, of the dependency on FCMP++:' \
        "$divisors"
fi

[ "$failed" -eq 0 ] && echo 'All that helioselene-simd has a stand-in for comes from it.'
exit "$failed"
