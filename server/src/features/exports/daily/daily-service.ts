import {
  type DailyExport,
  type Secret,
  Target,
  type targetKinds,
} from '@doorstep/contract/exports/daily';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { lockLender } from '../../../domain/lenders.ts';
import { encrypt } from '../../../domain/secrets/encrypt.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, orNotFound, rejectOutdated } from '../../../problems.ts';
import { deleteDaily, listDaily, readSecretOf, retryUnsent, setDaily } from './daily-store.ts';

/** The purpose for encrypting secrets. No other data may use this purpose. */
export const secretPurpose = 'daily export';

type Wanted = Pick<DailyExport, 'at' | 'format' | 'target'> & { secret?: Secret | undefined };
type With = Pick<Platform, 'db' | 'secret' | 'provider'>;

export const targetsOf = ({
  provider,
}: Pick<Platform, 'provider'>): (typeof targetKinds)[number][] =>
  provider.delivery.folder === undefined ? ['bucket', 'sftp'] : ['folder', 'bucket', 'sftp'];

const contentOf = ({ at, format, target, has_secret }: DailyExport) => ({
  ...{ at, format, target, has_secret },
});

const readDaily = async (db: Db, id: number): Promise<DailyExport> =>
  orNotFound((await listDaily(db, id))[0], 'Daily export');

/** Identifies the server that a secret was entered for, because a secret must not be sent to another server. */
const placeOf = (target: Target) =>
  target.kind === 'sftp'
    ? JSON.stringify([target.host, target.port, target.user, target.host_key])
    : '';

async function secretFor(
  { db, secret }: Pick<With, 'secret'> & { db: Db },
  id: number,
  wanted: Wanted,
) {
  if (wanted.target.kind !== 'sftp') return null;
  if (wanted.secret) return encrypt(secret, secretPurpose, JSON.stringify(wanted.secret));
  const before = await readSecretOf(db, id);
  if (!before?.secret || placeOf(Target.parse(before.target)) !== placeOf(wanted.target)) {
    throw invalid({ secret: ['Enter the password or the key for this server'] });
  }
  return before.secret;
}

export const changeDaily = (
  { db, secret, provider }: With,
  actor: Actor,
  { id, seen, wanted }: { id: number; seen: string | undefined; wanted: Wanted },
): Promise<DailyExport> =>
  db.transaction().execute(async (trx) => {
    const { at, format, target } = wanted;
    if (!targetsOf({ provider }).includes(target.kind)) {
      throw invalid({ 'target.kind': ['This server has no export folder: set EXPORT_DIR'] });
    }
    const lender = orNotFound(await lockLender(trx, id), 'Lender');
    const [before] = await listDaily(trx, id);
    if (before) rejectOutdated(seen, before.updated_at, `the daily export of ${lender.name}`);
    const sealed = await secretFor({ db: trx, secret }, id, wanted);
    await setDaily(trx, id, { at, format, target, secret: sealed });
    await retryUnsent(trx, id);
    const after = await readDaily(trx, id);
    await recordAudit(trx, actor, 'lender.change_daily_export', id, {
      before: before ? contentOf(before) : null,
      after: { ...contentOf(after), ...(wanted.secret && { secret: 'changed' }) },
    });
    return after;
  });

export const removeDaily = (db: Kysely<Database>, actor: Actor, id: number): Promise<string> =>
  db.transaction().execute(async (trx) => {
    await lockLender(trx, id);
    const before = await readDaily(trx, id);
    await deleteDaily(trx, id);
    await recordAudit(trx, actor, 'lender.delete_daily_export', id, { before: contentOf(before) });
    return before.lender;
  });

export const retryDaily = (db: Kysely<Database>, actor: Actor, id: number): Promise<DailyExport> =>
  db.transaction().execute(async (trx) => {
    await readDaily(trx, id);
    await retryUnsent(trx, id);
    await recordAudit(trx, actor, 'lender.retry_daily_export', id, { after: null });
    return readDaily(trx, id);
  });
