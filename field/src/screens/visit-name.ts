import type { QueueRow } from '../lib/sync/queue.ts';
import type { Translation } from '../words/use-words.ts';

/** Whose visit a row of the queue is; its name can't be read where the PIN it was kept under is forgotten. */
export const visitName = ({ summary }: QueueRow, say: Translation): string =>
  summary?.name ?? say('today.gone.nobody');
