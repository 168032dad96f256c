import { type Change, type Changes, changeKinds } from '@doorstep/contract/wire/events';
import type { QueryClient } from '@tanstack/react-query';
import { watchAttention } from './attention.ts';
import { followEvents } from './event-stream.ts';
import { isOfRecord, isOwnChange, refetchLists } from './refetch-changed.ts';

/**
 * Milliseconds. Every `moment`, the page applies waiting changes, unless the user is away, typing, saving or
 * about to click a row, which delays them by at most `aiming`. Without an event stream, a tab polls every
 * `poll`. `again` and `longest` are the shortest and the longest wait for a new stream.
 */
const delays = { moment: 500, aiming: 30_000, poll: 60_000, again: 3_000, longest: 60_000 };
const name = 'doorstep-events';

/** `isOwn` is stored on arrival, because the page recognises its own changes for a few seconds only. */
interface Heard extends Change {
  isOwn: boolean;
}

const anything = changeKinds.map((kind): Change => ({ kind, id: null }));

/**
 * Shows colleagues' changes without a reload. One tab of a browser receives the events for all tabs. If the
 * backend has no events, each tab polls.
 */
export function startLiveUpdates(client: QueryClient): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const attention = watchAttention(signal);
  const waiting = new Map<string, Heard>();
  let waitingSince = 0;

  const timer = setInterval(() => {
    const isAiming = attention.isAiming() && Date.now() - waitingSince < delays.aiming;
    const isActing = attention.isTyping() || isAiming || client.isMutating() > 0;
    if (waiting.size === 0 || !attention.isThere() || isActing) return;
    refresh(client, [...waiting.values()]);
    waiting.clear();
  }, delays.moment);
  const take = ({ changes, is_complete }: Omit<Changes, 'last_event_id'>) => {
    if (waiting.size === 0) waitingSince = Date.now();
    for (const change of is_complete ? changes : anything) {
      const isOwn = isOwnChange(change.kind, change.id);
      waiting.set(`${change.kind} ${change.id}`, { ...change, isOwn });
    }
  };

  // The last event that any tab has received. The next tab that listens requests the events after it.
  let last: number | undefined;
  const onMessage = (changes: Changes) => {
    last = changes.last_event_id;
    take(changes);
  };
  const others = new BroadcastChannel(name);
  others.onmessage = ({ data }: MessageEvent<Changes>) => onMessage(data);
  const share = (changes: Changes) => {
    others.postMessage(changes);
    onMessage(changes);
  };
  void (async () => {
    // Locks are missing outside secure contexts. A tab without locks polls, because one stream for each tab
    // would use up the browser's few connections.
    const isHeard =
      navigator.locks &&
      (await navigator.locks
        .request(name, { signal }, () => listen(signal, () => last, share))
        .catch(() => true));
    while (!isHeard && !signal.aborted) {
      await rest(delays.poll, signal);
      if (attention.isThere()) take({ changes: [], is_complete: false });
    }
  })();

  return () => {
    stopping.abort();
    clearInterval(timer);
    others.close();
  };
}

/** Receives events until stopped. Returns false if the backend has no events. */
async function listen(
  signal: AbortSignal,
  last: () => number | undefined,
  share: (changes: Changes) => void,
): Promise<boolean> {
  let pause = delays.again;
  while (!signal.aborted) {
    const end = await followEvents(last(), signal, (changes) => {
      pause = delays.again;
      share(changes);
    });
    if (end === 'unsupported') return false;
    await rest(pause, signal);
    pause = Math.min(pause * 2, delays.longest);
  }
  return true;
}

function refresh(client: QueryClient, changes: Heard[]): void {
  for (const kind of new Set(changes.map((change) => change.kind))) {
    void refetchLists(client, kind);
  }
  for (const { kind, id, isOwn } of changes) {
    // A colleague's change only marks an open record as outdated, and the user decides when to load the newer
    // record. A change that this page made and a new report version are loaded immediately.
    const isFollowed = kind === 'report' || isOwn || isOwnChange(kind, id);
    const refetchType = isFollowed ? 'active' : 'none';
    void client.invalidateQueries({ predicate: isOfRecord(kind, id), refetchType });
  }
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}
