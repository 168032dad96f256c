import type { QueueRow } from '../lib/sync/queue.ts';
import type { Translation } from '../words/use-words.ts';

/** Returns the applicant's name, or a substitute if the PIN was forgotten since the visit. */
export const visitName = ({ summary }: QueueRow, say: Translation): string =>
  summary?.name ?? say('today.gone.nobody');
