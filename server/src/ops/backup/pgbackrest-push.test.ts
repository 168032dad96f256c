import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(
  new URL('../../../../deploy/cluster/pgbackrest-push.sh', import.meta.url),
);

/** Pushes a segment on a machine with these files of history, where pgBackRest ends with `code`. */
function push(segment: string, histories: string[], code: number) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'doorstep-archive-push-'));
  writeFileSync(join(folder.path, 'pgbackrest'), `#!/bin/sh\necho "$@"\nexit ${code}\n`, {
    mode: 0o755,
  });
  const log = join(folder.path, 'pg_wal');
  mkdirSync(log);
  for (const history of histories) writeFileSync(join(log, history), '');
  const path = join(log, segment);
  const { status, stdout, stderr } = spawnSync('sh', [script, path], {
    env: { PATH: `${folder.path}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, asked: stdout.trim().replace(path, segment), warned: stderr !== '' };
}

const [last, next] = ['000000090000000000000018', '0000000A0000000000000018'];
const histories = ['00000009.history', '0000000A.history'];

test('a segment is pushed with pgBackRest, whose own errors stay errors', () => {
  const asked = `--stanza=doorstep archive-push ${next}`;
  expect(push(next, histories, 0)).toEqual({ status: 0, asked, warned: false });
  expect(push(next, histories, 103)).toEqual({ status: 103, asked, warned: false });
  expect(push(last, histories, 103)).toMatchObject({ status: 103 });
});

test('the other end of a timeline that was left is let go, of the newest it is refused', () => {
  expect(push(last, histories, 45)).toMatchObject({ status: 0, warned: true });
  expect(push(`${last}.partial`, histories, 45)).toMatchObject({ status: 0, warned: true });
  expect(push(next, histories, 45)).toMatchObject({ status: 45, warned: false });
  // The first primary has no history.
  expect(push('000000010000000000000018', [], 45)).toMatchObject({ status: 45 });
});
