import type { ListedVerification, Verification } from '@doorstep/contract/verifications';
import { withClocks } from '../../domain/clock/clock-rows.ts';
import type { AskedApplication } from '../../domain/verifications-of-application.ts';
import type { SignedIn } from '../../http/access/authentication.ts';
import type { Platform } from '../../platform/platform.ts';
import { notFound } from '../../problems.ts';
import { asUndecided, describeLook, isSecret } from './decide/describe-look.ts';
import { readLook } from './decide/second-look-store.ts';
import { describeListed, describeVerification } from './describe-verification.ts';
import { type ListQuery, listVerificationPage, listWholePage } from './verification-list-store.ts';
import {
  findLatestVerificationRecord,
  findVerificationRecord,
  type ListedRecord,
  listRecords,
} from './verification-store.ts';

export async function openVerification(
  platform: Platform,
  id: number,
  reader: SignedIn,
): Promise<Verification> {
  const { db, provider } = platform;
  const record = await findVerificationRecord(db, id);
  const [timed] = await withClocks(db, record ? [{ clock: record.clock }] : [], provider.timeZone);
  const opened = {
    ...describe(platform, record),
    ...timed,
    can_ask_second_look: record?.has_second_looks ?? false,
  };
  if (!record?.second_look) return { ...opened, looked_at: null };
  const look = await readLook(db, id, reader.id, provider.secondLooks.countsAlone);
  if (!look || isSecret(look, reader)) return { ...opened, looked_at: null };
  const shown = look.is_blind ? asUndecided(opened, reader) : opened;
  return { ...shown, looked_at: describeLook(look, reader) };
}

export async function openLatestVerification(
  platform: Platform,
  asked: AskedApplication,
): Promise<Verification> {
  return describe(platform, await findLatestVerificationRecord(platform.db, asked));
}

export async function openVerifications(
  { db, secret, provider }: Platform,
  query: ListQuery,
): Promise<{ results: ListedVerification[]; count: number; isMinimum?: boolean }> {
  const whole = await listWholePage(db, query);
  if (whole) return { results: described(whole.rows, secret), count: whole.count };
  const { rows, ...counted } = await listVerificationPage(db, query, provider.timeZone);
  const ids = rows.map(({ verification_id }) => verification_id);
  const records = ids.length ? await listRecords(db, ids) : [];
  const inOrder = records.toSorted(
    (a, b) => ids.indexOf(a.verification_id) - ids.indexOf(b.verification_id),
  );
  return { results: described(inOrder, secret), ...counted };
}

const described = (records: ListedRecord[], secret: Uint8Array) =>
  records.map((record) => describeListed(record, secret));

function describe(
  { secret }: Platform,
  record: Parameters<typeof describeVerification>[0] | undefined,
) {
  if (!record) throw notFound('Verification');
  return describeVerification(record, secret);
}
