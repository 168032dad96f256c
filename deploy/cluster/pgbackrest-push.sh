#!/bin/sh
# PostgreSQL's archive_command: /usr/local/bin/pgbackrest-push, executable, on each machine of the database. $1 is the path of a segment.
#
# Where a primary is replaced, the last segment of its timeline ends in two ways: with what it still wrote, and with what its successor had of it.
# Recovery needs neither, since the successor's timeline begins with a copy of that segment up to where they part. pgBackRest keeps the one that
# comes first and refuses the other with 45; PostgreSQL would offer it for ever, and archive nothing any more. So the other is let go.
# On the newest timeline a refusal means that two primaries write to one archive, and stays an error.
pgbackrest --stanza=doorstep archive-push "$1"
code=$?
[ "$code" -eq 45 ] || exit "$code"

timeline=$(basename "$1" | cut -c1-8)
newest=$(ls "$(dirname "$1")" | sed -n 's/^\([0-9A-F]\{8\}\)\.history$/\1/p' | tail -n 1)
[ "$((0x$timeline))" -lt "$((0x${newest:-0}))" ] || exit 45
echo "WARN: $1 is in the archive already, with another end; timeline $newest went on without it" >&2
