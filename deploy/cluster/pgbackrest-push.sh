#!/bin/sh
# PostgreSQL's archive_command: /usr/local/bin/pgbackrest-push, executable, on each machine of the database.
# $1 is the path of a segment.
#
# When a primary is replaced, the last segment of its timeline exists in two versions: one from the replaced
# primary, and one from its successor. Recovery needs neither version, because the successor's timeline begins
# with a copy of that segment up to the fork. pgBackRest stores the first version and rejects the other one
# with the exit code 45. PostgreSQL would retry the rejected version forever and archive nothing else. So this
# script skips the rejected version. Before the fork, and on the newest timeline, a rejection stays an error,
# because it means that two primaries write to one archive.
pgbackrest --stanza=doorstep archive-push "$1"
code=$?
name=$(basename "$1" .partial)
[ "$code" -eq 45 ] && [ "${#name}" -eq 24 ] || exit "$code"

# The name has the timeline and the 16 MB segment of the log: 0000000A 00000001 00000018 is timeline 10, at
# 1/18000000.
timeline=$(echo "$name" | cut -c1-8)
segment=$((0x$(echo "$name" | cut -c9-16) * 256 + 0x$(echo "$name" | cut -c17-24)))
# Each line of the newest history: a former timeline, in decimal, and the point where it ended.
newest=$(ls "$(dirname "$1")"/????????.history 2>/dev/null | tail -n 1)
left=$(awk -v timeline="$((0x$timeline))" '$1 == timeline { print $2 }' "${newest:-/dev/null}")
[ -n "$left" ] || exit 45
[ "$segment" -ge "$((0x${left%/*} * 256 + 0x${left#*/} / 16777216))" ] || exit 45
echo "WARN: $1 is in the archive already, with another end; its timeline was left at $left" >&2
