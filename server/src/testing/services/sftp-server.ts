import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

const sshd = '/usr/sbin/sshd';

/** `denied` names an SFTP request that the server rejects, such as `posix-rename`. */
export async function startSftpServer({ denied = '' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'doorstep-sftp-'));
  const keyAt = (name: string) => {
    const path = join(folder, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
    return path;
  };
  const [host, user] = [keyAt('host'), keyAt('user')];
  const port = await freePort();
  // If sshd runs as root, it needs this folder. A container lacks the init system that usually creates it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  const files = join(folder, 'files');
  mkdirSync(files);
  writeFileSync(
    join(folder, 'config'),
    `ListenAddress 127.0.0.1\nPort ${port}\nHostKey ${host}\nPidFile none\nAuthorizedKeysFile ${user}.pub
PasswordAuthentication no\nKbdInteractiveAuthentication no\nStrictModes no\nUsePAM no
PermitRootLogin prohibit-password\nSubsystem sftp internal-sftp -d ${files}${denied && ` -P ${denied}`}\n`,
  );
  const process_ = spawn(sshd, ['-D', '-e', '-f', join(folder, 'config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const listening = new Promise<void>((resolve) => {
    process_.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('Server listening')) resolve();
    });
  });
  await Promise.race([
    listening,
    once(process_, 'error').then(([error]) => {
      throw new Error(`The tests need ${sshd} (Debian: openssh-server). ${String(error)}`);
    }),
    once(process_, 'exit').then(() => {
      throw new Error(`sshd stopped: ${said}`);
    }),
  ]);
  const shown = execFileSync('ssh-keygen', ['-l', '-f', `${host}.pub`], { encoding: 'utf8' });
  return {
    ...{ port, files, user: userInfo().username, key: readFileSync(user, 'utf8') },
    hostKey: /SHA256:\S+/.exec(shown)?.[0] ?? '',
    stop: async () => {
      const ended = once(process_, 'exit');
      process_.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
