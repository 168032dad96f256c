import type { EvidenceSummary } from '@doorstep/contract/evidence/office';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { conflict, invalid } from '../../../problems.ts';
import { readThresholds } from '../evidence-store.ts';
import { checks } from '../run-checks.ts';
import { type ThresholdName, type Thresholds, thresholdTable } from '../thresholds.ts';
import {
  addChange,
  countChecked,
  countFindings,
  listChanges,
  lockThresholds,
} from './summary-store.ts';

const days = 30;
/** A check that is dismissed more often than this, of so many times, is a nuisance. */
const loosenFrom = { times: 50, share: 0.8 };
const changesShown = 20;
const names = Object.keys(thresholdTable) as ThresholdName[];

/** How each check does, and what it is held to. */
export async function summarizeEvidence(db: Kysely<Database>): Promise<EvidenceSummary> {
  const [counted, cases, changes, { version, values }] = await Promise.all([
    countFindings(db, days),
    countChecked(db, days),
    listChanges(db, changesShown),
    readThresholds(db),
  ]);
  return {
    days,
    cases,
    checks: checks.map(({ id, version: own }) => {
      const { fired, dismissed, confirmed } = counted.find(({ check }) => check === id) ?? {
        ...{ fired: 0, dismissed: 0, confirmed: 0 },
      };
      const asks_to_be_loosened = fired >= loosenFrom.times && dismissed > loosenFrom.share * fired;
      return { check: id, version: own, fired, dismissed, confirmed, asks_to_be_loosened };
    }),
    thresholds: names.map((name) => {
      const { checks: of, says, unit, value: original, least, most } = thresholdTable[name];
      return { name, checks: [...of], says, unit, value: values[name], original, least, most };
    }),
    thresholds_version: version,
    changes,
  };
}

interface Wanted {
  adminId: number;
  /** The number of the last change when the admin read them. */
  version: number;
  values: Record<string, number | null>;
}

/** Changes thresholds; answers the number of the change, which every finding made by them bears. */
export function change(
  db: Kysely<Database>,
  actor: Actor,
  { adminId, version, values }: Wanted,
): Promise<number> {
  const wanted = Object.entries(values).map(([name, value]) => readValue(name, value));
  return db.transaction().execute(async (trx) => {
    await lockThresholds(trx);
    const now = await readThresholds(trx);
    if (now.version !== version) {
      throw conflict('A colleague changed the thresholds meanwhile.', 'changed_meanwhile');
    }
    const all: Thresholds = { ...now.values, ...Object.fromEntries(wanted) };
    const differing = names.filter((name) => all[name] !== now.values[name]);
    if (differing.length === 0) return version;
    const of = (from: Thresholds) =>
      Object.fromEntries(differing.map((name) => [name, from[name]]));
    const changed = names
      .filter((name) => all[name] !== thresholdTable[name].value)
      .map((name) => [name, all[name]]);
    const made = await addChange(trx, Object.fromEntries(changed), adminId);
    await recordAudit(trx, actor, {
      action: 'change_thresholds',
      subject: 'evidence',
      subjectId: made,
      before: of(now.values),
      after: of(all),
    });
    return made;
  });
}

function readValue(name: string, value: number | null): [ThresholdName, number] {
  const known = names.find((one) => one === name);
  if (!known) throw invalid({ values: [`There is no threshold ${name}.`] });
  const { value: original, least, most, says, unit } = thresholdTable[known];
  const wanted = value ?? original;
  if (wanted < least || wanted > most) {
    throw invalid({ values: [`${says}: must be between ${least} and ${most} ${unit}.`] });
  }
  return [known, wanted];
}
