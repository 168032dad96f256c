import type { MailAlert } from '@doorstep/contract/alerts/mail';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { hasLenders } from '../../../domain/lenders.ts';
import { conflict } from '../../../problems.ts';
import { deleteMailAlert, findMailAlert, saveMailAlert } from './mail-alert-store.ts';

export async function readMailAlert(
  db: Db,
  userId: number,
  sendsMail: boolean,
): Promise<MailAlert> {
  const found = await findMailAlert(db, userId);
  const { address = null, attempted_at = null, sent_at = null } = found ?? {};
  return {
    is_offered: sendsMail && (await hasLenders(db)),
    ...{ address, last_sent_at: sent_at },
    has_failed: attempted_at !== null && (sent_at === null || sent_at < attempted_at),
  };
}

export function turnOn(
  db: Kysely<Database>,
  actor: Actor,
  userId: number,
  { address, sendsMail }: { address: string; sendsMail: boolean },
): Promise<MailAlert> {
  if (!sendsMail) throw conflict('This server sends no e-mail.', 'mail_not_offered');
  return db.transaction().execute(async (trx) => {
    await saveMailAlert(trx, userId, address);
    // Leaves the address out: a user can have the address deleted, but not the audit row.
    await recordAudit(trx, actor, 'user.mail_on', userId);
    return readMailAlert(trx, userId, sendsMail);
  });
}

export function turnOff(
  db: Kysely<Database>,
  actor: Actor,
  userId: number,
  sendsMail: boolean,
): Promise<MailAlert> {
  return db.transaction().execute(async (trx) => {
    if (await deleteMailAlert(trx, userId)) {
      await recordAudit(trx, actor, 'user.mail_off', userId);
    }
    return readMailAlert(trx, userId, sendsMail);
  });
}
