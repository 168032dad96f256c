import { expect, test } from 'vitest';
import { bodyOf, draftOf } from './daily-draft.ts';

const draft = {
  ...draftOf(undefined, ['sftp']),
  ...{ host: ' mis.example ', port: '2222', user: ' mis ', bucket: ' mis ', folder: ' in ' },
  ...{ host_key: ' SHA256:k ', secret: 'secret' },
};

// Covers: daily-exports-4
test.each([
  { kind: 'folder', folder: 'in' },
  { kind: 'bucket', bucket: 'mis', folder: 'in' },
] as const)('sends only what $kind needs', (target) => {
  expect(bodyOf({ ...draft, kind: target.kind })).toEqual({ at: '18:00', format: 'xlsx', target });
});

// Covers: daily-exports-4
test('sends a typed key with its passphrase, if it has one', () => {
  const key = { ...draft, secretKind: 'key' as const };
  const { target, secret } = bodyOf(key);
  const server = { kind: 'sftp', host: 'mis.example', port: 2222, user: 'mis' };
  expect(target).toEqual({ ...server, folder: 'in', host_key: 'SHA256:k' });
  expect(secret).toEqual({ kind: 'key', key: 'secret' });
  const passphrase = 'of the key';
  expect(bodyOf({ ...key, passphrase }).secret).toEqual({ ...secret, passphrase });
});
