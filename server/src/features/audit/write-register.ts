import { auditEvents } from '@doorstep/contract/audit';
import { callbackResultLabels } from '@doorstep/contract/callbacks';
import { disputeReasonLabels } from '@doorstep/contract/disputes';
import { checkTraits, dismissalReasonLabels } from '@doorstep/contract/evidence/checks';
import { lookReasonLabels } from '@doorstep/contract/review/second-looks';
import { csvLine } from '@doorstep/contract/text/csv';
import { sendBackReasonLabels } from '@doorstep/contract/visits/send-back';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { startOfDay } from '../../domain/clock/days.ts';
import type { Platform } from '../../platform/platform.ts';
import { withoutTelling } from './blind-rows.ts';
import { listRegister, type RegisterRow } from './register-store.ts';

const titles: Partial<Record<string, string>> = auditEvents;

const labelled = (labels: Record<string, string>, value: unknown) =>
  typeof value === 'string' ? (labels[value] ?? value) : '';

function resultOf({ action, after }: RegisterRow): unknown {
  if (action === 'record_callback') return labelled(callbackResultLabels, after?.result);
  return after?.admin_decision ?? after?.decision ?? '';
}

function reasonOf({ action, after, look_because }: RegisterRow): string {
  switch (action) {
    case 'send_back': {
      const reasons = Array.isArray(after?.reasons) ? after.reasons : [];
      return reasons.map((one) => labelled(sendBackReasonLabels, one)).join('; ');
    }
    case 'dismiss_finding': {
      const { title } = checkTraits[after?.check as keyof typeof checkTraits] ?? {};
      return [title, labelled(dismissalReasonLabels, after?.because)].filter(Boolean).join(': ');
    }
    case 'dispute':
      return labelled(disputeReasonLabels, after?.because);
    case 'first_look':
    case 'confirm':
    case 'differ':
      return labelled(lookReasonLabels, look_because ?? after?.because);
    default:
      return typeof after?.because === 'string' ? after.because : '';
  }
}

const columns: Record<string, (row: RegisterRow) => unknown> = {
  'Audit ID': (row) => row.id,
  Time: (row) => row.at,
  Event: (row) => titles[`verification.${row.action}`] ?? row.action,
  Person: (row) => row.actor?.name ?? 'Server',
  Result: resultOf,
  'Result Before': (row) => row.before?.admin_decision ?? row.before?.decision,
  Reason: reasonOf,
  'Verification ID': (row) => row.subject_id,
  'Application ID': (row) => row.application_id,
  'Visit Type': (row) => row.visit_type,
  Lender: (row) => row.lender,
  Portfolio: (row) => row.portfolio_name,
  Agent: (row) => row.agent,
};

function* daysOf(month: string, timeZone: string) {
  const start = Temporal.PlainYearMonth.from(month);
  for (let day = 1; day <= start.daysInMonth; day += 1) {
    const from = start.toPlainDate({ day });
    yield [startOfDay(from, timeZone), startOfDay(from.add({ days: 1 }), timeZone)] as const;
  }
}

/** The number of lines written at a time, which is small so that other requests don't wait long. */
const linesAtOnce = 500;

/** Leaves out rows that reveal a first decision, or who made it, to a reader who may give the second look. */
export async function writeRegister(
  { db, provider: { timeZone } }: Platform,
  actor: Actor,
  month: string,
  readerId: number,
): Promise<AsyncGenerator<string>> {
  await recordAudit(db, actor, 'audit.register', null, { after: { month } });
  return lines(db, month, timeZone, readerId);
}

async function* lines(db: Db, month: string, timeZone: string, readerId: number) {
  yield `\ufeff${csvLine(Object.keys(columns))}`;
  const now = Temporal.Now.instant().toString();
  for (const [from, until] of daysOf(month, timeZone)) {
    if (Temporal.Instant.compare(from, now) > 0) return;
    const shown = await withoutTelling(db, await listRegister(db, from, until), readerId);
    for (let at = 0; at < shown.length; at += linesAtOnce) {
      yield shown
        .slice(at, at + linesAtOnce)
        .map((row) => csvLine(Object.values(columns).map((read) => read(row))))
        .join('');
    }
  }
}
