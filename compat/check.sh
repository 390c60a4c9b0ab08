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
        'With more than one for helioselene, ec-divisors or generalized-bulletproofs: `version = "=0.1.0"` for 0e438ae, or' \
        '`"=0.1.1"` for a later revision.' \
        'With no package at a path: its folder names a revision since 27 November 2026, see the guide.' \
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
    return 0
}

# Version 0.4 of dalek-ff-group may be there, for ciphersuite's own Ed25519, but not as FCMP++'s.
if cargo tree --workspace --invert dalek-ff-group@0.4 --depth 1 --prefix none "$@" 2>/dev/null |
    grep -q '^ec-divisors '; then
    fail 'This FCMP++ is of before 2025-09: it uses dalek-ff-group 0.4, for which there is no stand-in.'
    exit 1
fi

# FCMP++'s own crates, wherever one of them is that no line replaces.
host=$(rustc -vV | sed -n 's/^host: //p')
crypto=
for features in --all-features --no-default-features; do
    crypto=$(cargo metadata --format-version 1 --offline --filter-platform "$host" $features 2>/dev/null | tr , '\n' |
        sed -n 's#^"manifest_path":"\(.*/crypto\)/\(fcmps\|divisors\|generalized-bulletproofs\)/Cargo.toml".*#\1#p' | head -n 1)
    [ -z "$crypto" ] || break
done
[ -n "$crypto" ] ||
    echo 'note: no crate of FCMP++ itself is in the graph, so its revision was not found out: whether the lines are for it is not checked.'

# What git calls a file or folder of FCMP++'s crypto/, the last that there was, as the lines may have replaced it.
object() {
    commit=$(git -C "${crypto:-/}" log -1 --diff-filter=ACMRT --format=%H -- "$1" 2>/dev/null)
    git -C "${crypto:-/}" rev-parse --verify -q --short=12 "$commit:./$1" 2>/dev/null || echo '?'
}

# The revision whose stand-in for a crate is the one for this source, `none` if none is; nothing if the source is not known.
revision_of() { # crate in revisions.txt, object
    awk -v crate="$1" -v object="$2" '$1 == "source" && $2 == crate && $4 == object { print $5 }' "$repository/compat/revisions.txt"
}
helioselene_source=$(object helioselene/src/point.rs)
helioselene_for=$(revision_of helioselene "$helioselene_source")
divisors_source=$(object divisors/src/lib.rs)
divisors_for=$(revision_of ec-divisors "$divisors_source")
proofs_source=$(object generalized-bulletproofs/src)+$(object fcmps/circuit-abstraction/src)+$(object fcmps/ec-gadgets/src)
proofs_for=$(revision_of proofs "$proofs_source")
if [ -n "$(revision_of field "$(object helioselene/src/field.rs)")" ]; then
    echo 'note: this FCMP++ is of before 00bafcf (2026-04-21), whose field of q inverts elements odd·2^k wrongly, 3·2^66 for one.' \
        'This library does not, so results that depend on such an inverse are others.'
fi

from_here() {
    grep -F -e "($root)" -e "($root/compat/"
}

# A crate of which there are two in compat/, by revision: all there are must be the one for this FCMP++.
check_revision() { # name, the revision that it is to be for, later revision, source
    found=$(packages "$1" 0.1.)
    [ -n "$found" ] || return 1
    case $2 in
    0e438ae | "$3") folder=$1-$2 ;;
    none)
        fail "There is no $1 for this FCMP++, whose source is another:" "(By git it is $4.)"
        return
        ;;
    *)
        folder=$1-0e438ae
        if [ -n "$crypto" ]; then
            fail "No $1 of compat/ is known to do what that of this FCMP++ does. Its lines are not to be taken." \
                "(By git its source is $4; compat/revisions.txt has those that are known.)"
            return
        fi
        ;;
    esac
    line="$1 = { path = \"$repository/compat/$folder\" }"
    while IFS= read -r package; do
        # The versions tell which of the two it is, by git too.
        case $package in
        "$1 v0.1.0 "*) taken_for=0e438ae ;;
        *) taken_for=$3 ;;
        esac
        if [ -z "$root" ] || ! printf '%s\n' "$package" | from_here >/dev/null; then
            advise "$package" "$(source_of "$package")"
        elif [ -n "$crypto" ] && [ "$taken_for" != "$2" ]; then
            fail "$package is for another revision of FCMP++. The line for this one is" "$line"
        else
            echo "ok: $package"
        fi
    done <<END
$found
END
    return 0
}

check multiexp 0.4. multiexp
check multiexp 0.5. multiexp-0.5
check dalek-ff-group 0.5. dalek-ff-group ||
    fail 'dalek-ff-group 0.5 is not in the graph: is this a program over FCMP++?'
check_revision helioselene "$helioselene_for" 77788c36 "$helioselene_source" ||
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
elif printf '%s\n' "$divisors" | from_here >/dev/null; then
    echo 'ec-divisors is helioselene-simd'"'"'s:'
    check_revision ec-divisors "$divisors_for" 31c26d9 "$divisors_source"
else
    echo "ok: $divisors, which is FCMP++'s own"
fi

# The proof layer: all of it FCMP++'s own, or all of it from here, for a revision of FCMP++ that it was compared with.
layer=$(packages 'generalized-bulletproofs[a-z-]*' '')
taken=$([ -z "$root" ] || printf '%s\n' "$layer" | from_here)
if [ -z "$taken" ]; then
    [ -z "$layer" ] || printf '%s\n' "$layer" | sed "s/.*/ok: &, which is FCMP++'s own/"
elif [ -z "$proofs_for" ]; then
    fail 'The proof layer is not for this revision of FCMP++, whose proofs may be others. Remove its three lines.' \
        "(By git, the folders \`src\` of the originals are $proofs_source.)"
else
    check_revision generalized-bulletproofs "$proofs_for" 31c26d9 "$proofs_source"
    for name in generalized-bulletproofs-circuit-abstraction generalized-bulletproofs-ec-gadgets; do
        check "$name" '' "$name"
    done
fi

[ -z "$idle" ] || fail 'Lines of [patch] have no effect: nothing in the graph asks for these versions.' \
    'Remove them:' "$idle"

[ "$failed" -eq 0 ] && echo 'All that helioselene-simd has a stand-in for comes from it.'
exit "$failed"
