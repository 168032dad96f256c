import type { Endpoint } from '@doorstep/contract/endpoint';
import { positionHeader, readPosition, writePosition } from '@doorstep/contract/position';
import { isBackendElsewhere } from './config.ts';

/** The furthest that any answer or event went: what is read next must go as far. */
let seen: bigint | undefined;
let losses = 0;

// What one tab has changed the others must not be shown without.
const tabs = new BroadcastChannel('doorstep-position');
tabs.onmessage = ({ data }: MessageEvent<string | null>) => {
  if (data === null) lose();
  else sawPosition(data);
};

/** Takes down how far something went that the user was shown, or is about to be. */
export function sawPosition(text: string | null | undefined): void {
  const position = readPosition(text);
  if (position !== undefined && position > (seen ?? -1n)) seen = position;
}

/** A change may or may not have been made: nothing is known until an answer to a later question comes. */
function lose(): void {
  seen = undefined;
  losses += 1;
}

/**
 * One call's part in it: the header that it sends, on the app's own origin alone, as a backend elsewhere would have to
 * refuse the preflight; and what its answer says, null where there is none.
 */
export function followPosition({ method }: Pick<Endpoint, 'method'>) {
  const isOwn = !isBackendElsewhere();
  const before = losses;
  return {
    headers: (isOwn && method === 'GET'
      ? { [positionHeader]: seen === undefined ? 'none' : writePosition(seen) }
      : {}) as Record<string, string>,
    answered(read: ((name: string) => string | null) | null): void {
      if (!isOwn) return;
      const position = read?.(positionHeader) ?? null;
      if (method !== 'GET') {
        if (position === null) lose();
        // It may be earlier than a change of which nothing is known.
        tabs.postMessage(losses === before ? position : null);
      }
      if (losses === before || seen !== undefined) sawPosition(position);
    },
  };
}
