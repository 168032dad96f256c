import { serverLimits } from '../../limits.ts';
import { workQueue } from '../../platform/work-queue.ts';

const inTurn = workQueue({
  atOnce: serverLimits.shortSearchesAtOnce,
  longestWait: serverLimits.shortSearchWait,
});

/** Without three characters there is no trigram: such a search reads everything, so it waits its turn among all of them. */
export const inTurnIfShort =
  <T>(term: string, search: () => Promise<T>) =>
  (): Promise<T> =>
    [...term].length < 3 ? inTurn(search) : search();
