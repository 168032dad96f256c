import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(
  new URL('../../../../deploy/cluster/pgbackrest-push.sh', import.meta.url),
);

function push(segment: string, histories: Record<string, string>, code: number) {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'doorstep-pgbackrest-push-'));
  writeFileSync(join(folder.path, 'pgbackrest'), `#!/bin/sh\necho "$@"\nexit ${code}\n`, {
    mode: 0o755,
  });
  const log = join(folder.path, 'pg_wal');
  mkdirSync(log);
  for (const [name, lines] of Object.entries(histories)) writeFileSync(join(log, name), lines);
  const path = join(log, segment);
  const { status, stdout, stderr } = spawnSync('sh', [script, path], {
    env: { PATH: `${folder.path}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, asked: stdout.trim().replace(path, segment), said: stderr.trim() };
}

const [last, next] = ['0000000A0000000100000018', '0000000B0000000100000018'];
const left9 = '9\t0/284359E0\tno recovery target specified\n';
const histories = {
  '00000009.history': '',
  '0000000A.history': left9,
  '0000000B.history': `${left9}10\t1/18435A00\tno recovery target specified\n`,
};

test('a segment is pushed with pgBackRest, whose own errors stay errors', () => {
  const asked = `--stanza=doorstep archive-push ${next}`;
  expect(push(next, histories, 0)).toEqual({ status: 0, asked, said: '' });
  expect(push(next, histories, 103)).toEqual({ status: 103, asked, said: '' });
  expect(push(last, histories, 103)).toMatchObject({ status: 103 });
});

test.each([last, `${last}.partial`, '0000000A0000000100000019', '000000090000000000000028'])(
  '%s, in the archive with the other end of an abandoned timeline, is skipped',
  (segment) => {
    const said = expect.stringMatching(/^WARN: .* is in the archive already, with another end/);
    expect(push(segment, histories, 45)).toMatchObject({ status: 0, said });
  },
);

test.each([
  ['of the newest timeline', next, histories],
  ['from before the timeline was abandoned', '0000000A0000000100000017', histories],
  ['from before, with another upper half', '0000000A00000000000000FF', histories],
  ['of a timeline that is not its own', '000000080000000000000028', histories],
  ['of the first primary', '000000010000000000000018', {}],
  ['a history', '0000000A.history', histories],
])('a segment %s, in the archive with other content, stays an error', (_, segment, known) => {
  expect(push(segment, known, 45)).toMatchObject({ status: 45, said: '' });
});
