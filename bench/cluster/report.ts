import { percentilesOf } from '../percentile.ts';
import { type Cell, record } from '../record.ts';
import type { Fault } from './faults.ts';

/** The result of one fault. Times are in milliseconds. */
export interface Outcome {
  fault: string;
  round: number;
  /**
   * The longest time from the fault, or from its repair, until the last rejection before a recovery. A
   * recovery is five seconds without a rejection, in which a decision was acknowledged.
   */
  lastRefusal: number;
  /** The messages of the rejections after a recovery. */
  laterRefusals: string[];
  /** The longest time without an acknowledged decision. */
  longestGap: number;
  longest: { what: string; ms: number };
  liveUpdates: number;
  work: Record<string, { done: number; refused: number; cut: number; repeated: number }>;
  decisions: number;
  /**
   * The number of decisions and other writes that were rejected or cut off, sent again with their key, and
   * acknowledged.
   */
  repeated: number;
  refused: number;
  cut: number;
  lost: string[];
  half: string[];
  wrongSums: number;
  sessions: string[];
  wrong: string[];
}

const longestAnswer = 10_000;
/** A round with fewer writes can't show whether data was lost. */
const fewest = { decisions: 20, work: 5 };

const doneOf = ({ work }: Outcome) => Object.values(work).reduce((sum, { done }) => sum + done, 0);

export function judge(fault: Fault, outcome: Outcome): string[] {
  const { lastRefusal, longestGap, longest, liveUpdates, lost, half } = outcome;
  const { wrongSums, sessions, wrong, decisions, cut } = outcome;
  return [
    ...lost.map((what) => `LOST ${what}`),
    ...half.map((what) => `HALF ${what}`),
    ...sessions,
    ...wrong.map((text) => `WRONG ${text}`),
    ...(wrongSums > 0 ? [`${wrongSums} wrong sums`] : []),
    ...(lastRefusal > fault.longest ? [`rejected until ${seconds(lastRefusal)} s`] : []),
    ...(longestGap > fault.longest ? [`no decision for ${seconds(longestGap)} s`] : []),
    ...(longest.ms > longestAnswer ? [`${longest.what}: ${seconds(longest.ms)} s`] : []),
    ...(cut > 0 ? [`${cut} requests were cut off`] : []),
    ...(liveUpdates > 30_000 ? ['live updates did not resume'] : []),
    ...(decisions < fewest.decisions || doneOf(outcome) < fewest.work
      ? [`too few writes for a result: ${decisions} decisions, ${doneOf(outcome)} others`]
      : []),
  ];
}

export const describe = (one: Outcome) =>
  `${one.round}. ${one.fault}: rejected until ${seconds(one.lastRefusal)} s, no decision for ${seconds(one.longestGap)} s, longest answer ${seconds(one.longest.ms)} s (${one.longest.what}), live updates after ${seconds(one.liveUpdates)} s; acknowledged ${one.decisions} decisions and ${doneOf(one)} others, ${one.repeated} of them sent again; ${one.refused} rejected, ${one.laterRefusals.length} of them later, ${one.cut} cut`;

export async function report(
  faults: Fault[],
  outcomes: Outcome[],
  about: object,
  isRecorded: boolean,
): Promise<void> {
  const rows: Cell[][] = [
    [
      ...['', 'Times', 'Last rejection after, median s', 'Worst', 'No decision for, worst s'],
      ...['Longest answer, s', 'Live updates, worst s', 'Writes', 'Sent again', '503', 'Later'],
      ...['Cut', 'Lost', 'Half', 'Wrong sums', 'Sessions lost'],
    ],
  ];
  for (const { name } of faults) {
    const all = outcomes.filter(({ fault }) => fault === name);
    if (all.length === 0) continue;
    const sum = (of: (one: Outcome) => number) => all.reduce((total, one) => total + of(one), 0);
    const worst = (of: (one: Outcome) => number) => seconds(Math.max(...all.map(of)));
    rows.push([
      ...[name, all.length, seconds(percentilesOf(all.map((one) => one.lastRefusal))(0.5))],
      ...[worst((one) => one.lastRefusal), worst((one) => one.longestGap)],
      ...[worst((one) => one.longest.ms), worst((one) => one.liveUpdates)],
      ...[sum((one) => one.decisions + doneOf(one)), sum((one) => one.repeated)],
      ...[sum((one) => one.refused), sum((one) => one.laterRefusals.length)],
      ...[sum((one) => one.cut), sum((one) => one.lost.length), sum((one) => one.half.length)],
      ...[sum((one) => one.wrongSums), sum((one) => one.sessions.length)],
    ]);
  }
  if (isRecorded) await record('cluster', { ...about, outcomes }, rows);
  else console.table(rows);
}

export function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 100) / 10;
}
