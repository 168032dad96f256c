import { useState } from 'react';
import { type Updating, updateNow } from '../../lib/app/worker.ts';
import type { WordKey } from '../../words/use-words.ts';

const words: Record<Updating | 'failed', WordKey> = {
  changing: 'update.busy',
  waits: 'update.waits',
  none: 'update.none',
  failed: 'update.failed',
};

/**
 * `news` is the key of the text to show: that the update is running, or its result. Undefined until `update`
 * is called.
 */
export function useUpdate() {
  const [state, setState] = useState<Updating | 'failed'>();
  const update = async () => {
    if (state === 'changing') return;
    setState('changing');
    // Fails without a network.
    setState(await updateNow().catch(() => 'failed' as const));
  };
  return {
    update: () => void update(),
    isBusy: state === 'changing',
    news: state && words[state],
  };
}
