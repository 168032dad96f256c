import type { Finding, OtherCase } from '@doorstep/contract/evidence/findings';
import type { Photo } from '@doorstep/contract/photos';
import { config } from '../../lib/config.ts';
import { formatDateTime } from '../../lib/format.ts';
import { type CasePhoto, casePhotosOf } from '../photos/case-photos.ts';
import type { LooseVerification } from '../verifications/loose-verification.ts';

export interface Pair {
  own: { index: number; photo: CasePhoto };
  other: { photo: Photo; of: OtherCase } | null;
}

export function pairsOf(verification: LooseVerification, { photos }: Finding): Pair[] {
  const own = casePhotosOf(verification);
  return photos.flatMap(({ photo_id, other }) => {
    const index = verification.photos?.findIndex(({ id }) => id === photo_id) ?? -1;
    const photo = own[index];
    return photo ? [{ own: { index, photo }, other }] : [];
  });
}

export function casesWithoutPhotos({ photos, cases }: Finding): OtherCase[] {
  const seen = new Set(photos.map(({ other }) => other?.of.verification_id));
  return cases.filter(({ verification_id }) => !seen.has(verification_id));
}

export const takenAt = ({ captured_at, taken_at }: Photo): string | undefined => {
  const at = captured_at ?? taken_at;
  return at ? formatDateTime(at) : undefined;
};

const close = 10 * 60_000;

export function momentsInWords(moments: readonly string[]): string[] {
  const times = moments.map((moment) => Date.parse(moment));
  const isClose = times.length > 1 && Math.max(...times) - Math.min(...times) < close;
  if (!isClose) return moments.map((moment) => formatDateTime(moment));
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ month: 'short', day: 'numeric', year: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', second: '2-digit' } as const),
    timeZone: config().timeZone,
  });
  return times.map((time) => format.format(time).replaceAll('\u202f', ' '));
}
