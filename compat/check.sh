#!/bin/sh
# A check that a program over FCMP++ has helioselene-simd in all the places that it is for, and that each
# of its lines in [patch] has an effect. Run it in the program's workspace:
#
#     sh …/helioselene-simd/compat/check.sh [options of cargo tree, such as --offline]
#
# The exit code is 0 if nothing is missing and no line is idle. Else it is 1, and what to change is printed.
# Cargo.lock is left as it was.
set -u

repository=$(cd "$(dirname "$0")/.." && pwd -P) || exit 1
failed=0

fail() {
    failed=1
    printf 'FAIL: %s\n' "$1"
    shift
    [ $# -eq 0 ] || printf '%s\n' "$@" | sed 's/^/      /'
}

manifest=$(cargo locate-project --workspace --message-format plain) || exit 1
lock=${manifest%.toml}.lock

# Cargo writes the lock file where it has not the lines yet, unless it gets --locked.
kept=$(mktemp -d) || exit 1
[ ! -f "$lock" ] || cp -p "$lock" "$kept" || exit 1
restore() {
    if [ ! -f "$kept/Cargo.lock" ]; then
        rm -f "$lock"
    elif ! cmp -s "$kept/Cargo.lock" "$lock"; then
        cp -p "$kept/Cargo.lock" "$lock"
        echo 'note: Cargo.lock has not what the lines ask for. It was left so; cargo without --locked changes it.'
    fi
    rm -r "$kept"
}
trap restore EXIT
trap 'exit 1' HUP INT TERM

# Of every package a line, `name vVersion (source)`; of one from crates.io, just `name vVersion`.
if ! tree=$(cargo tree --workspace --prefix none --format '{p}' "$@"); then
    fail 'cargo finds no versions that fit together, see above.' \
        'Without the feature `std` in ec-divisors: its line is missing.' \
        'With two helioselene, ec-divisors or generalized-bulletproofs that collide: a Cargo.toml of the workspace has the' \
        'other one by its path, or it is still a member.' \
        'With more than one candidate for multiexp: its line must say `version = "=0.4.2"` or `"=0.5.2"`.' \
        'With more than one for generalized-bulletproofs: `version = "=0.1.0"`, or `"=0.1.1"` since 31c26d9.' \
        'With a lock file that needs to be updated: the lines are new; run cargo once without --locked.'
    exit 1
fi
tree=$(printf '%s\n' "$tree" | sed 's/ (\*)$//' | sort -u)

# Of every line of [patch] that cargo has no use for, `name vVersion`, from the lock file.
idle=$(awk -F '"' '
    /^\[/ { unused = /^\[\[patch\.unused\]\]/ }
    unused && /^name = "(multiexp|dalek-ff-group|ec-divisors|helioselene|generalized-bulletproofs.*)"/ { name = $2 }
    unused && /^version = / && name { print name " v" $2; name = "" }
' "$lock")

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
    fail 'helioselene-simd is not in the graph: no line had an effect.' \
        'Cargo reads [patch] only in the Cargo.toml at the root of the workspace, which is' "$manifest"
elif [ "$(printf '%s\n' "$simd" | wc -l)" -ne 1 ]; then
    fail 'helioselene-simd must come from one place, or its types are not the same:' "$simd"
    exit 1
fi

# What is to be done about a package that is not from here; $line is the line that should have replaced it.
advise() { # package, source
    case $2 in
    '') table='[patch.crates-io]' ;;
    *://*) table="[patch.\"${2%%[?#]*}\"]" ;;
    *)
        fail "$1 is not from helioselene-simd." \
            'It is there by its path, which is to be changed in the Cargo.toml of every user:' "$line"
        return
        ;;
    esac
    name_version=${1%% (*}
    patch=$(printf '%s\n' "$idle" | grep "^${name_version%.*}\.")
    if [ -z "$patch" ]; then
        fail "$1 is not from helioselene-simd. $table lacks" "$line"
    elif [ "$patch" = "$name_version" ]; then
        fail "$1 is not from helioselene-simd. Its line has no effect where it is. It belongs into" "$table"
    else
        fail "$1 is not from helioselene-simd. Its line has no effect, as the lock file asks for another version." \
            "Run: cargo update $(echo "$name_version" | sed 's/ v/@/') --precise ${patch#* v}"
    fi
    # It has been spoken of.
    [ -z "$patch" ] || idle=$(printf '%s\n' "$idle" | grep -vxF "$patch")
}

# Whether the package is there, if its version begins so; all of them must be of this folder of compat/.
check() { # name, version, folder
    line="$1 = { path = \"$repository/compat/$3\" }"
    # A table has each key once, and both versions can be needed.
    [ "$3" != multiexp-0.5 ] || line="multiexp-0_5 = { package = \"multiexp\", path = \"$repository/compat/$3\" }"
    found=$(packages "$1" "$2")
    [ -n "$found" ] || return 1
    while IFS= read -r package; do
        source=$(source_of "$package")
        if [ -n "$root" ] && { [ "$source" = "$root" ] || [ "$source" = "$root/compat/$3" ]; }; then
            echo "ok: $package"
        else
            advise "$package" "$source"
        fi
    done <<END
$found
END
}

# Version 0.4 of dalek-ff-group may be there, for ciphersuite's own Ed25519, but not as FCMP++'s.
if cargo tree --workspace --invert dalek-ff-group@0.4 --depth 1 --prefix none "$@" 2>/dev/null |
    grep -q '^ec-divisors '; then
    fail 'This FCMP++ is of before 2025-09: it uses dalek-ff-group 0.4, for which there is no stand-in.'
    exit 1
fi

check multiexp 0.4. multiexp
check multiexp 0.5. multiexp-0.5
check dalek-ff-group 0.5. dalek-ff-group ||
    fail 'dalek-ff-group 0.5 is not in the graph: is this a program over FCMP++?'
check helioselene 0.1. helioselene ||
    fail 'helioselene 0.1 is not in the graph: is this a program over FCMP++?'

others=$(packages multiexp '' | grep -v '^multiexp v0\.[45]\.')
[ -z "$others" ] || fail 'There is nothing in compat/ for this version:' "$others"

# None without an allocator; else one, and not that of crates.io.
divisors=$(packages ec-divisors '')
source=$(source_of "$divisors")
if [ -z "$divisors" ]; then
    :
elif [ "$(printf '%s\n' "$divisors" | wc -l)" -ne 1 ] || [ -z "$source" ]; then
    fail 'ec-divisors must be there once, from FCMP++ or from compat/. [patch.crates-io] lacks its line, or the' \
        'line has not the repository and revision, letter by letter, of the dependency on FCMP++, or' \
        'that of compat/ is not in the table of FCMP++ as well:' \
        "$divisors"
elif [ "$source" = "$root" ] || [ "$source" = "$root/compat/ec-divisors" ]; then
    echo "ok: $divisors, which is helioselene-simd's"
else
    echo "ok: $divisors, which is FCMP++'s own"
fi

# The proof layer: all of it FCMP++'s own, or all of it from here, for a revision of FCMP++ that it was compared with.
from_here() {
    grep -F -e "($root)" -e "($root/compat/"
}
layer=$(packages 'generalized-bulletproofs[a-z-]*' '')
taken=$([ -z "$root" ] || printf '%s\n' "$layer" | from_here)
if [ -z "$taken" ]; then
    [ -z "$layer" ] || printf '%s\n' "$layer" | sed "s/.*/ok: &, which is FCMP++'s own/"
else
    # The folder of FCMP++ that has two of the originals, unless the lines have replaced them in it; git has them anyway.
    host=$(rustc -vV | sed -n 's/^host: //p')
    for features in --all-features --no-default-features; do
        fcmps=$(cargo metadata --format-version 1 --offline --filter-platform "$host" $features 2>/dev/null | tr , '\n' |
            sed -n 's#^"manifest_path":"\(.*/fcmps\)/Cargo.toml".*#\1#p' | head -n 1)
        [ -z "$fcmps" ] || break
    done
    originals=
    for folder in ../generalized-bulletproofs circuit-abstraction ec-gadgets; do
        commit=$(git -C "${fcmps:-/}" log -1 --diff-filter=ACMRT --format=%H -- "$folder/src" 2>/dev/null)
        tree=$(git -C "${fcmps:-/}" rev-parse --verify -q --short=12 "$commit:./$folder/src" 2>/dev/null)
        originals="$originals ${tree:-?}"
    done
    # Those of the revisions, and of compat/checks/stand-ins.
    case $originals in
    ' cfb17b46f385 c844852e2f70 67d7c3b653e1' | ' c5602d496645 fd5ead19becb 8d38169d13f8') proofs=generalized-bulletproofs ;;
    ' fe7ce26edefe c9a1d8f60007 bf4c833302e8' | ' 932549f8095e fd5ead19becb 8d38169d13f8') proofs=generalized-bulletproofs-31c26d9 ;;
    *)
        proofs=
        fail 'The proof layer is not for this revision of FCMP++, whose proofs may be others. Remove its three lines.' \
            "(By git, the folders \`src\` of the originals are$originals.)"
        ;;
    esac
    # The two packages of this name tell by their version which revision they are for.
    case $taken in
    *'generalized-bulletproofs v0.1.1 '*) line_is_for=generalized-bulletproofs-31c26d9 ;;
    *) line_is_for=generalized-bulletproofs ;;
    esac
    while [ -n "$proofs" ] && IFS= read -r package; do
        name=${package%% *}
        folder=$name
        [ "$name" != generalized-bulletproofs ] || folder=$proofs
        line="$name = { path = \"$repository/compat/$folder\" }"
        if ! printf '%s\n' "$package" | from_here >/dev/null; then
            advise "$package" "$(source_of "$package")"
        elif [ "$name" = generalized-bulletproofs ] && [ "$proofs" != "$line_is_for" ]; then
            fail "$package is for another revision of FCMP++. The line for this one is" "$line"
        else
            echo "ok: $package"
        fi
    done <<END
$layer
END
fi

[ -z "$idle" ] || fail 'Lines of [patch] have no effect: nothing in the graph asks for these versions.' \
    'Remove them:' "$idle"

[ "$failed" -eq 0 ] && echo 'All that helioselene-simd has a stand-in for comes from it.'
exit "$failed"
