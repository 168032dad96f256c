import { serverLimits } from '../../limits.ts';
import { workQueue } from '../../work/work-queue.ts';

const inTurn = workQueue({
  atOnce: serverLimits.shortSearchesAtOnce,
  longestWait: serverLimits.shortSearchWait,
});

/**
 * Whether pg_trgm finds a trigram in a term. A trigram needs three letters or digits in a row, two at the end
 * of a word, or one at the start of a word. The start and end of the term don't count as edges of a word,
 * because the search allows any text around the term.
 */
const hasTrigram =
  /[\p{L}\p{M}\p{N}]{3}|[\p{L}\p{M}\p{N}]{2}[^\p{L}\p{M}\p{N}]|[^\p{L}\p{M}\p{N}][\p{L}\p{N}]/u;

/**
 * Runs searches without a trigram one at a time, because no index helps them and each of them scans the
 * whole table.
 */
export const queueIfShort =
  <T>(term: string | undefined, search: () => Promise<T>) =>
  (): Promise<T> =>
    !term || hasTrigram.test(term) ? search() : inTurn(search);
