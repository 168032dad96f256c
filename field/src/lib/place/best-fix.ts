import type { Fix } from '@doorstep/contract/visits/manifest';
import type { Draft } from '../visit/draft.ts';

export type Places = Pick<Draft, 'fixes' | 'earlierFixes'>;

export const bestOf = (fixes: readonly Fix[]): Fix | null =>
  fixes.reduce<Fix | null>(
    (best, fix) => (best === null || fix.accuracy_m <= best.accuracy_m ? fix : best),
    null,
  );

/** Returns the GPS fixes since the agent last confirmed being at the door. */
export const fixesAtDoor = ({ fixes, earlierFixes }: Places): readonly Fix[] =>
  fixes.slice(earlierFixes);

export const placeOf = (draft: Places): Fix | null => bestOf(fixesAtDoor(draft));
