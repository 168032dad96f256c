import type { EvidencePhoto } from '../../checked-verification.ts';

/** By the clock that people see, and by the monotonic one. */
export interface RecordedMoment {
  at: number;
  mono: number;
}

/** When the phone recorded its photos. */
export const photoMoments = (photos: EvidencePhoto[]): RecordedMoment[] =>
  photos.flatMap(({ capturedAt, monoMs, source }) =>
    capturedAt === null || monoMs === null || source === 'file'
      ? []
      : [{ at: capturedAt, mono: monoMs }],
  );

/** Moments in the order in which they were recorded, cut where the monotonic clock began again. */
export function byPage(moments: RecordedMoment[]): RecordedMoment[][] {
  const pages: RecordedMoment[][] = [];
  for (const moment of moments) {
    const page = pages.at(-1);
    const last = page?.at(-1);
    if (page && last && moment.mono >= last.mono) page.push(moment);
    else pages.push([moment]);
  }
  return pages;
}
