import type { DailyExport, Secret, Target } from '@doorstep/contract/exports/daily';

export interface DailyDraft {
  at: string;
  format: DailyExport['format'];
  kind: Target['kind'];
  folder: string;
  bucket: string;
  host: string;
  port: string;
  user: string;
  host_key: string;
  secretKind: Secret['kind'];
  /** The new password or private key. Empty if the user typed none; the server then keeps the stored one. */
  secret: string;
  passphrase: string;
}

export function draftOf(
  daily: Pick<DailyExport, 'at' | 'format' | 'target'> | undefined,
  kinds: readonly Target['kind'][],
): DailyDraft {
  const target = daily?.target;
  return {
    ...{ at: daily?.at ?? '18:00', format: daily?.format ?? 'xlsx' },
    ...{ folder: '', bucket: '', host: '', user: '', host_key: '' },
    ...(target ?? { kind: kinds[0] ?? 'sftp' }),
    port: String(target?.kind === 'sftp' ? target.port : 22),
    ...{ secretKind: 'password', secret: '', passphrase: '' },
  };
}

function targetOf(draft: DailyDraft): Target {
  const { kind, folder, bucket, host, port, user, host_key } = draft;
  switch (kind) {
    case 'folder':
      return { kind, folder: folder.trim() };
    case 'bucket':
      return { kind, bucket: bucket.trim(), folder: folder.trim() };
    case 'sftp':
      return {
        ...{ kind, host: host.trim(), port: Number(port || Number.NaN), user: user.trim() },
        ...{ folder: folder.trim(), host_key: host_key.trim() },
      };
  }
}

function secretOf({ kind, secretKind, secret, passphrase }: DailyDraft): Secret | undefined {
  if (kind !== 'sftp' || secret === '') return undefined;
  return secretKind === 'password'
    ? { kind: secretKind, password: secret }
    : { kind: secretKind, key: secret, ...(passphrase !== '' && { passphrase }) };
}

export function bodyOf(draft: DailyDraft) {
  const secret = secretOf(draft);
  return {
    ...{ at: draft.at, format: draft.format, target: targetOf(draft) },
    ...(secret && { secret }),
  };
}
