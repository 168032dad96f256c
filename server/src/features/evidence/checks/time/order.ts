import type { CheckedVerification } from '../../checked-verification.ts';
import type { Check, Found } from '../../finding.ts';
import { duration, iso } from '../../format.ts';
import { byPage, photoMoments, type RecordedMoment } from './recorded-moments.ts';

export const order: Check = {
  id: 'time.order',
  version: 2,
  find: (one, { afterReceiptMinutes, clocksApartMinutes }) =>
    findFallBack(one, clocksApartMinutes * 60_000) ?? findFuture(one, afterReceiptMinutes * 60_000),
};

/**
 * The wall clock was set back if less time passed on it than on the monotonic clock. More time on the wall
 * clock proves nothing, because the monotonic clock stops while the phone sleeps. Each page restarts the
 * monotonic clock, so pages are checked separately.
 */
function findFallBack(one: CheckedVerification, margin: number): Found | null {
  const places = one.visit.fixes.map(({ at, mono_ms }) => ({ at: Date.parse(at), mono: mono_ms }));
  // Compares times of places and times of photos separately, because the time of a place may come from
  // satellites.
  const worst = [places, photoMoments(one.photos)]
    .flatMap(byPage)
    .map(fallBackOf)
    .sort((a, b) => b.milliseconds - a.milliseconds)[0];
  if (!worst || worst.milliseconds <= margin) return null;
  return {
    level: 'look',
    sentence: `The phone’s clock was set back by ${duration(worst.milliseconds)} during the visit.`,
    measured: { minutes: Math.round(worst.milliseconds / 60_000) },
    details: {
      times: [
        { label: 'Before', at: iso(worst.before) },
        { label: 'After', at: iso(worst.after) },
      ],
    },
  };
}

function fallBackOf(moments: RecordedMoment[]) {
  let latest = { offset: Number.NEGATIVE_INFINITY, at: 0 };
  let worst = { milliseconds: 0, before: 0, after: 0 };
  for (const { at, mono } of moments) {
    const offset = at - mono;
    const milliseconds = latest.offset - offset;
    if (milliseconds > worst.milliseconds) worst = { milliseconds, before: latest.at, after: at };
    if (offset > latest.offset) latest = { offset, at };
  }
  return worst;
}

function findFuture({ visit, photos }: CheckedVerification, margin: number): Found | null {
  if (!visit.isClockKnown) return null;
  const moments = [visit.leftAt, ...photos.map(({ capturedAt }) => capturedAt)];
  const last = Math.max(...moments.filter((at) => at !== null));
  const ahead = last - visit.receivedAt;
  if (!(ahead > margin)) return null;
  return {
    level: 'look',
    sentence: `The phone’s clock was changed after the phone’s last contact with the server: the phone recorded a time ${duration(ahead)} after the visit arrived.`,
    measured: { minutes: Math.round(ahead / 60_000) },
    details: {
      times: [
        { label: 'On the phone', at: iso(last) },
        { label: 'Received', at: iso(visit.receivedAt) },
      ],
    },
  };
}
