import type { EvidencePhoto } from '../../checked-verification.ts';

/** A moment on the phone's wall clock and on its monotonic clock, in milliseconds. */
export interface RecordedMoment {
  at: number;
  mono: number;
}

export const photoMoments = (photos: EvidencePhoto[]): RecordedMoment[] =>
  photos.flatMap(({ capturedAt, monoMs, source }) =>
    capturedAt === null || monoMs === null || source === 'file'
      ? []
      : [{ at: capturedAt, mono: monoMs }],
  );

/**
 * Splits moments into pages wherever the monotonic clock restarted. Expects the moments in the order of
 * recording.
 */
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
