import type { CheckId } from '@doorstep/contract/evidence/checks';
import { contradictionOf, type EvidenceSummary } from '@doorstep/contract/evidence/office';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { conflict, invalid } from '../../../problems.ts';
import { readThresholds } from '../evidence-store.ts';
import { checks } from '../run-checks.ts';
import { inOrder, type ThresholdName, type Thresholds, thresholdTable } from '../thresholds.ts';
import {
  addChange,
  countChecked,
  countFindings,
  listChanges,
  lockThresholds,
} from './summary-store.ts';

const days = 30;
const loosenFrom = { times: 50, share: 0.8 };
const changesShown = 20;
const names = Object.keys(thresholdTable) as ThresholdName[];

export async function summarizeEvidence(db: Kysely<Database>): Promise<EvidenceSummary> {
  const changes = await listChanges(db);
  const current = checks.map(({ id, version: own }) => {
    const last = lastChangeOf(id, changes);
    return { check: id, version: own, thresholds: last?.version ?? 0, changedAt: last?.at ?? '' };
  });
  const [counted, cases, { version, values }] = await Promise.all([
    countFindings(db, days, current),
    countChecked(db, days),
    readThresholds(db),
  ]);
  const from = new Date(Date.now() - days * 86_400_000).toISOString();
  return {
    days,
    cases,
    checks: current.map(({ check, version: own, changedAt }) => {
      const { fired, dismissed, useless, confirmed } = counted.find(
        (one) => one.check === check,
      ) ?? {
        ...{ fired: 0, dismissed: 0, useless: 0, confirmed: 0 },
      };
      const asks_to_be_loosened = fired >= loosenFrom.times && useless > loosenFrom.share * fired;
      const since = changedAt > from ? changedAt : null;
      return { check, version: own, since, fired, dismissed, confirmed, asks_to_be_loosened };
    }),
    thresholds: names.map((name) => {
      const { checks: of, says, unit, value: original, least, most } = thresholdTable[name];
      return {
        ...{ name, checks: [...of], says, unit, value: values[name], original, least, most },
        not_above: inOrder.find(([low]) => low === name)?.[1],
      };
    }),
    thresholds_version: version,
    changes: changes.slice(0, changesShown),
  };
}

/** Returns the latest change of a threshold that this check uses. Expects the newest change first. */
function lastChangeOf(check: CheckId, changes: EvidenceSummary['changes']) {
  const own = names.filter((name) => thresholdTable[name].checks.includes(check));
  return changes.find(({ values }, at) =>
    own.some((name) => values[name] !== changes[at + 1]?.values[name]),
  );
}

interface Wanted {
  adminId: number;
  /** The number of the last change that the admin saw. */
  version: number;
  values: Record<string, number | null>;
}

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
      throw conflict(
        'A colleague has changed the thresholds in the meantime. Check the new values, then save again.',
        'changed_meanwhile',
      );
    }
    const all: Thresholds = { ...now.values, ...Object.fromEntries(wanted) };
    const differing = names.filter((name) => all[name] !== now.values[name]);
    if (differing.length === 0) return version;
    rejectContradictions(all);
    const of = (from: Thresholds) =>
      Object.fromEntries(differing.map((name) => [name, from[name]]));
    const changed = names
      .filter((name) => all[name] !== thresholdTable[name].value)
      .map((name) => [name, all[name]]);
    const made = await addChange(trx, Object.fromEntries(changed), adminId);
    await recordAudit(trx, actor, 'evidence.change_thresholds', made, {
      before: of(now.values),
      after: of(all),
    });
    return made;
  });
}

function rejectContradictions(values: Thresholds): void {
  const withValue = (name: ThresholdName) => ({ ...thresholdTable[name], value: values[name] });
  const wrong = inOrder.flatMap(
    ([low, high]) => contradictionOf(withValue(low), withValue(high)) ?? [],
  );
  if (wrong.length > 0) throw invalid({ values: wrong });
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
