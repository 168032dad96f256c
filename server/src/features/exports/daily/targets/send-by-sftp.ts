import { hash } from 'node:crypto';
import type { Secret, Target } from '@doorstep/contract/exports/daily';
import SftpClient from 'ssh2-sftp-client';
import type { NamedFile } from './send-file.ts';

/** Returns the fingerprint of a host key in the format of `ssh-keygen -l`. */
const fingerprintOf = (key: Buffer) => `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`;

const signInWith = (secret: Secret | undefined) => {
  if (secret === undefined) throw new Error('The password or key is missing. Enter it again.');
  return secret.kind === 'password'
    ? { password: secret.password }
    : {
        privateKey: secret.key,
        ...(secret.passphrase !== undefined && { passphrase: secret.passphrase }),
      };
};

const ignore = () => {};
/** Event listeners that do nothing. Without listeners, the client would write to the console. */
const silent = { error: ignore, end: ignore, close: ignore };

/**
 * Stores a file on a server with the pinned host key. Uploads under a temporary name and then renames the
 * file, so that a partial file never has the final name.
 */
export async function sendBySftp(
  { host, port, user, folder, host_key }: Extract<Target, { kind: 'sftp' }>,
  secret: Secret | undefined,
  { name, bytes }: NamedFile,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const client = new SftpClient('sftp', silent);
  let shown: string | undefined;
  const aborted = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
  const send = async () => {
    await client.connect({
      ...{ host, port, username: user, ...signInWith(secret) },
      readyTimeout: 20_000,
      hostVerifier: (key) => {
        shown = fingerprintOf(key);
        return shown === host_key;
      },
    });
    const at = (file: string) => (folder === '' ? file : `${folder.replace(/\/$/, '')}/${file}`);
    await client.put(bytes, at(`.${name}.part`));
    await client.posixRename(at(`.${name}.part`), at(name)).catch(async () => {
      // A server without the posix-rename extension can't rename to an existing name.
      await client.delete(at(name), true);
      await client.rename(at(`.${name}.part`), at(name));
    });
  };
  try {
    await Promise.race([send(), aborted]);
  } catch (error) {
    if (shown !== undefined && shown !== host_key) {
      throw new Error(
        `The server’s host key is ${shown}, not the one that was entered. Ask the lender whether it has changed.`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    // Destroys the connection, because closing it would wait for a server that hangs. No data is lost: after
    // a success, the server has already confirmed the file.
    client.client.destroy();
  }
}
