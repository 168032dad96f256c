import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSftpServer } from '../../../../testing/services/sftp-server.ts';
import { sendBySftp } from './send-by-sftp.ts';

// Covers: daily-exports-3
test('a server that hangs during the upload is left at the deadline, with no file under the name', async () => {
  const { port, stop, files, user, key, hostKey } = await startSftpServer();
  onTestFinished(stop);
  const deadline = new AbortController();
  const hanging = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect(port, '127.0.0.1');
    let passed = 0;
    onTestFinished(() => {
      client.destroy();
      server.destroy();
    });
    client.on('error', () => {});
    client.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (passed < 100_000) server.write(chunk);
      else deadline.abort(new Error('The deadline has passed'));
    });
    server.on('error', () => {}).pipe(client, { end: false });
  }).listen(0, '127.0.0.1');
  await once(hanging, 'listening');
  onTestFinished(() => void hanging.close());
  const at = { host: '127.0.0.1', port: (hanging.address() as AddressInfo).port };
  const target = { kind: 'sftp', ...at, user, folder: '', host_key: hostKey } as const;
  const file = { name: 'daily.csv', bytes: Buffer.alloc(1_000_000, 'a') };
  const sending = sendBySftp(target, { kind: 'key', key }, file, deadline.signal);
  await expect(sending).rejects.toThrow('The deadline has passed');
  expect(await readdir(files)).toEqual(['.daily.csv.part']);
});

// Covers: daily-exports-3
test('a server that renames to no existing name gets a new file nevertheless, by a key with a passphrase', async () => {
  const { stop, key, hostKey, files, ...at } = await startSftpServer({ denied: 'posix-rename' });
  onTestFinished(stop);
  const path = join(files, 'key');
  await writeFile(path, key, { mode: 0o600 });
  execFileSync('ssh-keygen', ['-q', '-p', '-N', 'horse 7', '-f', path]);
  const locked = { kind: 'key', key: await readFile(path, 'utf8'), passphrase: 'horse 7' } as const;
  const target = { kind: 'sftp', host: '127.0.0.1', ...at, folder: '', host_key: hostKey } as const;
  for (const text of ['first', 'second']) {
    const file = { name: 'daily.csv', bytes: Buffer.from(text) };
    await sendBySftp(target, locked, file, new AbortController().signal);
    expect(await readFile(join(files, 'daily.csv'), 'utf8')).toBe(text);
  }
  expect(await readdir(files)).toEqual(['daily.csv', 'key']);
});
