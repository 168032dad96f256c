import { Problem } from '../../../problems.ts';

const known: [RegExp, string][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'The host was not found. Check its name.'],
  [/ECONNREFUSED/, 'The host accepts no connection at this port. Check the host and the port.'],
  [
    /authentication methods failed/i,
    'The server rejected the sign-in. Check the user and the password or key.',
  ],
  [/Cannot parse privateKey/i, 'The private key can’t be read. Check the key and its passphrase.'],
  [/No such file|ENOENT/, 'The folder does not exist. Create it, or choose another folder.'],
  [
    /Permission denied|EACCES|EPERM|AccessDenied/,
    'The user may not write to the folder. Check the permissions of the user.',
  ],
  [/ENOSPC|quota/i, 'The disk at the destination is full. Free some space.'],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|Timed out|aborted due to timeout|TimeoutError/i,
    'The host did not answer in time. Check the host and the port.',
  ],
];

export function reasonOf(error: unknown): string {
  if (error instanceof Problem && error.cause !== undefined) return reasonOf(error.cause);
  const code = (error as { code?: unknown } | null)?.code;
  const text = `${typeof code === 'string' ? code : ''} ${error instanceof Error ? error.message : String(error)}`;
  const [, sentence] = known.find(([pattern]) => pattern.test(text)) ?? [];
  return sentence ?? text.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
}
