#!/bin/sh
# PostgreSQL's archive_command: /usr/local/bin/pgbackrest-push, executable, on each machine of the database. $1 is the path of a segment.
#
# Where a primary is replaced, the last segment of its timeline ends in two ways: with what it still wrote, and with what its successor had of it.
# Recovery needs neither, since the successor's timeline begins with a copy of that segment up to where they part. pgBackRest keeps the one that
# comes first and refuses the other with 45; PostgreSQL would offer it for ever, and archive nothing any more. So the other is let go.
# Before that point, and on the newest timeline, a refusal means that two primaries write to one archive, and stays an error.
pgbackrest --stanza=doorstep archive-push "$1"
code=$?
name=$(basename "$1" .partial)
[ "$code" -eq 45 ] && [ "${#name}" -eq 24 ] || exit "$code"

# Timeline, and 16 MB segment of the log: 0000000A 00000001 00000018 is the tenth, at 1/18000000.
timeline=$(echo "$name" | cut -c1-8)
segment=$((0x$(echo "$name" | cut -c9-16) * 256 + 0x$(echo "$name" | cut -c17-24)))
# Each line of the newest history: a timeline that was left, in decimal, and where.
newest=$(ls "$(dirname "$1")"/????????.history 2>/dev/null | tail -n 1)
left=$(awk -v timeline="$((0x$timeline))" '$1 == timeline { print $2 }' "${newest:-/dev/null}")
[ -n "$left" ] || exit 45
[ "$segment" -ge "$((0x${left%/*} * 256 + 0x${left#*/} / 16777216))" ] || exit 45
echo "WARN: $1 is in the archive already, with another end; its timeline was left at $left" >&2
