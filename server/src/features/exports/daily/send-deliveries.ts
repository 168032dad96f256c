import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Secret, Target } from '@doorstep/contract/exports/daily';
import type { Kysely } from 'kysely';
import { recordAudit, serverActor } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { decrypt } from '../../../domain/secrets/encrypt.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { buildFile } from '../build-file.ts';
import { listLayouts } from '../layouts/layout-store.ts';
import type { ExportSource } from '../make-exports.ts';
import { secretPurpose } from './daily-service.ts';
import {
  endSpentDeliveries,
  failDelivery,
  finishDelivery,
  leaveDelivery,
  listDelivered,
  readTarget,
  releaseReplaced,
  renewDelivery,
  type TakenDelivery,
  takeDelivery,
} from './delivery-store.ts';
import { planDeliveries } from './plan-deliveries.ts';
import { reasonOf } from './reason-of.ts';
import { sendFile } from './targets/send-file.ts';

type Server = Pick<Platform, 'db' | 'secret' | 'provider'>;

export async function sendDailyExports(
  server: Server,
  source: ExportSource,
  signal: AbortSignal,
): Promise<void> {
  const { db, provider } = server;
  await endSpentDeliveries(db);
  await planDeliveries(db, provider.timeZone);
  for (;;) {
    const taken = signal.aborted ? undefined : await takeDelivery(db);
    if (!taken) return;
    await deliver(server, source, taken, signal).catch(async (error: unknown) => {
      if (signal.aborted) await leaveDelivery(db, taken);
      else await failDelivery(db, taken, { failure: reasonOf(error), seconds: waitAfter(taken) });
    });
  }
}

/** Returns the seconds until the next retry, or null if no retry is left. */
const waitAfter = ({ tries }: TakenDelivery): number | null =>
  tries >= serverLimits.deliveryTries
    ? null
    : Math.min(
        serverLimits.deliveryRetrySeconds * 2 ** (tries - 1),
        serverLimits.deliveryRetryLongestSeconds,
      );

/**
 * Sends a file. If the server crashes before it records the success, the file is sent again under the same
 * name.
 */
async function deliver(
  server: Server,
  source: ExportSource,
  taken: TakenDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { db, secret, provider } = server;
  const daily = await readTarget(db, taken.lender_id);
  if (!daily) return;
  await releaseReplaced(db, taken.id);
  const ids = await listDelivered(db, taken.id);
  // Uses the format in the file's name, because the format of the daily export may have been changed after
  // the file was planned.
  const format = taken.name.endsWith('.csv') ? 'csv' : 'xlsx';
  const [layout = null] = await listLayouts(db, taken.lender_id);
  const isOurs = async () => {
    signal.throwIfAborted();
    return renewDelivery(db, taken);
  };
  const { file, rows } = await buildFile(
    source,
    { ids, layout, format, withReport: false },
    async () => {
      if (!(await isOurs())) throw new Error('Another server is sending this file');
    },
  );
  if ((await releaseReplaced(db, taken.id)) > 0) return deliver(server, source, taken, signal);
  if (!(await isOurs())) return;
  const opened = daily.secret && decrypt(secret, secretPurpose, daily.secret);
  await sendFile(
    {
      target: Target.parse(daily.target),
      secret: opened ? Secret.parse(JSON.parse(opened)) : undefined,
      delivery: provider.delivery,
    },
    { name: taken.name, bytes: format === 'csv' ? await promisify(gunzip)(file) : file },
    AbortSignal.any([signal, AbortSignal.timeout(serverLimits.deliverySeconds * 1_000)]),
  );
  await noteSent(db, taken, rows);
}

const noteSent = (db: Kysely<Database>, taken: TakenDelivery, rows: number) =>
  db.transaction().execute(async (trx) => {
    if (!(await finishDelivery(trx, taken, rows))) return;
    await recordAudit(trx, serverActor, 'lender.send_daily_export', taken.lender_id, {
      after: { file: taken.name, rows },
    });
  });
