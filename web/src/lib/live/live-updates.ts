import { type Change, type Changes, changeKinds } from '@doorstep/contract/wire/events';
import type { QueryClient } from '@tanstack/react-query';
import { watchAttention } from './attention.ts';
import { followEvents } from './event-stream.ts';
import { isOfRecord, isOwnChange, refetchLists } from './refetch-changed.ts';

/** Milliseconds: between two looks for a quiet moment, for which a moving pointer holds a change up at most, between polls, and the shortest and longest wait for a stream. */
const delays = { moment: 500, aiming: 30_000, poll: 60_000, again: 3_000, longest: 60_000 };
const name = 'doorstep-events';

/** A change as it was heard: it may be one's own, which is known for a moment only. */
interface Heard extends Change {
  isOwn: boolean;
}

const anything = changeKinds.map((kind): Change => ({ kind, id: null }));

/**
 * Shows what colleagues change without a reload. One tab of a browser listens for all; a backend that sends nothing is
 * asked again now and then instead.
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

  // Of all tabs: who listens next asks whether anything has happened since.
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
    // Without locks, where the page is no secure context, each tab would hold a connection of the few there are.
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

/** Listens until stopped; false where there is nothing to hear. */
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
    // An open record that a colleague changed is only marked: its reader says when. One's own may be heard before its answer.
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
