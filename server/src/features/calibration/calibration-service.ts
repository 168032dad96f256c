import { type Calibration, calibrationRules, type Figures } from '@doorstep/contract/calibration';
import type { Db } from '../../db/connection.ts';
import { startOfDay } from '../../domain/clock/days.ts';
import { readAgentFigures } from './agent-store.ts';
import { findPerson, type Period, type Share } from './calibration-store.ts';
import { agreementOf } from './kappa.ts';
import { readReviewerFigures } from './reviewer-store.ts';

export async function readCalibration(
  db: Db,
  id: number,
  timeZone: string,
  now = Temporal.Now.instant(),
): Promise<Calibration | undefined> {
  const user = await findPerson(db, id);
  if (!user) return undefined;
  const current = now.toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth();
  const months = Array.from({ length: calibrationRules.months }, (_, index) =>
    current.subtract({ months: calibrationRules.months - 1 - index }),
  );
  const starts = months.map((month) => startOfDay(month.toPlainDate({ day: 1 }), timeZone));
  const period: Period = { starts, from: starts[0] ?? '' };
  const read = user.is_admin ? readReviewerFigures : readAgentFigures;
  const found = await read(db, id, period);
  return {
    user,
    ...figuresOf(found, null),
    months: months.map((month, index) => ({
      month: month.toString(),
      ...figuresOf(found, index + 1),
    })),
  };
}

type Found = Awaited<ReturnType<typeof readAgentFigures>>;

/** Returns the figures of one month, counted from 1, or of all months together if `month` is null. */
function figuresOf(found: Found, month: number | null): Figures {
  const isOf = (row: { month: number | null }) => month === null || row.month === month;
  const pairs = found.pairs.filter(isOf);
  const cases = pairs.reduce((sum, { count }) => sum + count, 0);
  const agreement = cases < calibrationRules.leastCases ? null : agreementOf(pairs);
  const time = found.time.find((row) => row.month === month);
  const { cases: timed = 0, seconds = null } = time ?? {};
  return {
    agreement: { cases, ...(agreement ?? { kappa: null, low: null, high: null }) },
    sent_back: shareOf(found.sentBack.filter(isOf)),
    dismissed: shareOf(found.dismissed.filter(isOf)),
    callbacks: shareOf(found.callbacks.filter(isOf)),
    time: { cases: timed, seconds: timed < calibrationRules.leastCases ? null : seconds },
  };
}

function shareOf(rows: readonly Share[]): Figures['sent_back'] {
  const cases = rows.reduce((sum, row) => sum + row.cases, 0);
  const hits = rows.reduce((sum, row) => sum + row.hits, 0);
  return { cases, share: cases < calibrationRules.leastCases ? null : hits / cases };
}
