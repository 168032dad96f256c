import type { Fix } from '@doorstep/contract/visits/manifest';
import type { EvidenceCase } from '../../case.ts';

/** All places that the phone recorded, those of photos too, each once and in the order of its own clock. */
export function recordedFixes({ visit, photos }: EvidenceCase): Fix[] {
  const all = [...visit.fixes, ...photos.flatMap(({ recordedFix }) => recordedFix ?? [])];
  const byMoment = new Map(all.map((fix) => [`${fix.at} ${fix.mono_ms}`, fix]));
  return [...byMoment.values()].sort((one, two) => one.mono_ms - two.mono_ms);
}
