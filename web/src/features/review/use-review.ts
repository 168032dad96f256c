import { reviewTimes } from '@doorstep/contract/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useJustCome } from '../../domain/keys/use-just-come.ts';
import type { Acted } from '../../domain/verifications/undo-action.ts';
import {
  verificationKeys,
  verificationQuery,
} from '../../domain/verifications/verification-queries.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useIsAnswering } from '../../lib/api/connection.ts';
import { imageUrl } from '../../lib/api/image-url.ts';
import { whileSomebodyIsThere } from '../../lib/live/attention.ts';
import { reviewQueueQuery } from '../../lib/review-queue.ts';
import { useCase } from './case/use-case.ts';
import { claimNext, releaseClaim, renewClaim, reviewDayQuery } from './review-queries.ts';
import { nextState, startWith } from './review-state.ts';
import { useSending } from './use-sending.ts';

/** Milliseconds between two looks whether a case has come, while nothing waits. */
const lookAgain = 15_000;

/** How many desks stand on this page: one that is left and opened again at once takes over what was claimed. */
let desks = 0;

/**
 * The desk: which case is on the screen, what comes after it, and what becomes of the keys. Once `isTaken`, the claims
 * are another tab's.
 */
export function useReview(asked: string | undefined, isTaken: RefObject<boolean>) {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(nextState, asked, startWith);
  const [asking, setAsking] = useState<{ error?: unknown; round: number }>({ round: 0 });
  const [lost, setLost] = useState<{ id: string; text: string }>();
  const isGone = useRef(false);
  /** The call for the next cases that is under way. `again`: they were wanted once more meanwhile. */
  const inFlight = useRef<{ again: boolean }>(undefined);
  /** Decisions whose answer is not here yet: whether they were saved. */
  const sending = useRef(new Map<string, Promise<boolean>>());
  /** When the answer about a case came, by the page's clock. */
  const settledAt = useRef(new Map<string, number>());
  const { shown, upcoming, underWay, isEmpty, undoing, notUndone } = state;
  const queue = useQuery(reviewQueueQuery);
  const found = useCase(shown);
  const isAnswering = useIsAnswering();
  // Also one that can't be fetched is skipped: the wait for it ends too.
  const hasJustCome = useJustCome(shown && `${shown} ${found.data !== undefined}`);

  const settled = (id: string) => {
    settledAt.current.set(id, performance.now());
    dispatch({ do: 'settle', id });
    void client.invalidateQueries({ queryKey: reviewQueueQuery.queryKey });
    void client.invalidateQueries({ queryKey: reviewDayQuery.queryKey, refetchType: 'active' });
    void client.invalidateQueries({ queryKey: ['verifications', 'list'] });
  };
  const { decide, retry, undo } = useSending({ state, dispatch, sending, isGone, settled });

  const prepare = useCallback(
    async (id: string) => {
      const found = await client.ensureQueryData(verificationQuery(id));
      const photo = found.image_urls?.[0];
      if (photo) new Image().src = imageUrl(photo);
    },
    [client],
  );

  // The next cases are claimed as soon as none is prepared, and anew while one is looked at for long.
  const needsMore = upcoming.length === 0 && (shown === undefined || underWay.length === 0);
  const ask = useCallback(
    async (after: string | undefined) => {
      // One at a time: each gives up what an earlier one claimed, and two answers could pass each other.
      if (inFlight.current) {
        inFlight.current.again = true;
        return;
      }
      const own = { again: false };
      inFlight.current = own;
      const began = performance.now();
      try {
        const offered = await claimNext(after);
        if (isGone.current) {
          // Claimed for nobody: a colleague would wait until the claims lapse. One whose decision is on its way lapses with it.
          if (desks === 0 && !isTaken.current)
            for (const id of offered)
              if (!sending.current.has(id)) releaseClaim(id).catch(() => {});
          return;
        }
        // What was decided since it was asked may still be among what the server found.
        const ids = offered.filter((id) => (settledAt.current.get(id) ?? 0) < began);
        const isOutdated = ids.length === 0 && offered.length > 0;
        if (!isOutdated) dispatch({ do: 'offer', ids });
        setAsking(({ round }) => ({ round: isOutdated || own.again ? round + 1 : round }));
        for (const id of ids) prepare(id).catch(() => {});
      } catch (error) {
        setAsking(({ round }) => ({ error, round: own.again ? round + 1 : round }));
      } finally {
        inFlight.current = undefined;
      }
    },
    [prepare, isTaken],
  );
  // Asked again when an answer under way has come, and with each round.
  useEffect(() => {
    if (needsMore && !isEmpty) void ask(shown);
  }, [needsMore, shown, isEmpty, underWay.length, asking.round, ask]);
  const askWhenEmpty = useEffectEvent(() => {
    if (isEmpty && (queue.data?.waiting ?? 0) > 0) void ask(undefined);
  });
  // Whenever the queue was counted, and now and then: no event says that a claim has lapsed.
  useEffect(() => askWhenEmpty(), [queue.dataUpdatedAt, asking.round]);
  useEffect(() => {
    if (isEmpty) return whileSomebodyIsThere(askWhenEmpty, lookAgain);
  }, [isEmpty]);

  const claim = useEffectEvent(async (id: string) => {
    try {
      await renewClaim(id);
      setLost((now) => (now?.id === id ? undefined : now));
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      if (error.code === 'claim_lost') setLost({ id, text: error.message });
      if (error.code === 'decided')
        void client.refetchQueries({ queryKey: verificationKeys.detail(id) });
    }
  });
  const renew = useEffectEvent((id: string) => {
    void claim(id);
    const queryKey = verificationKeys.detail(id);
    void client.refetchQueries({ queryKey, predicate: ({ state }) => state.status === 'error' });
    if (underWay.length === 0) void ask(id);
  });
  const isUndoing = undoing !== undefined;
  useEffect(() => {
    // The undo claims its case itself.
    if (shown === undefined || isUndoing) return;
    // oxlint-disable-next-line react/set-state-in-effect -- set when the answer comes
    void claim(shown);
    return whileSomebodyIsThere(() => renew(shown), reviewTimes.claimRenewSeconds * 1000);
  }, [shown, isUndoing]);

  const leave = useEffectEvent(() => {
    if (isTaken.current) return;
    for (const id of [shown, ...upcoming]) if (id !== undefined) releaseClaim(id).catch(() => {});
  });
  useEffect(() => {
    isGone.current = false;
    desks += 1;
    return () => {
      isGone.current = true;
      desks -= 1;
      leave();
    };
  }, []);

  function skip() {
    if (shown === undefined || hasJustCome()) return;
    const id = shown;
    dispatch({ do: 'leave', id });
    releaseClaim(id, true)
      .catch(() => {})
      .finally(() => settled(id));
  }

  /** Goes on from a case that was sent back, or that is somebody else's by now. */
  function goOn(acted?: Acted) {
    if (shown === undefined) return;
    dispatch({ do: 'leave', id: shown, ...(acted && { acted }) });
    settled(shown);
  }

  const isNotUndone = notUndone?.id === shown && !(notUndone?.isUnanswered && isAnswering);
  return {
    ...state,
    found,
    queue: queue.data,
    // While it is counted again, an older number would contradict what the server just offered.
    waiting: queue.isFetching ? 0 : (queue.data?.waiting ?? 0),
    lost: lost !== undefined && lost.id === shown ? lost.text : undefined,
    notUndone: isNotUndone ? notUndone?.text : undefined,
    error: asking.error,
    retryOffer: () => setAsking(({ round }) => ({ round: round + 1 })),
    decide: (...[seen, decision]: Parameters<typeof decide>) => {
      if (String(seen.verification_id) === shown && !hasJustCome()) decide(seen, decision);
    },
    retry,
    undo,
    skip,
    goOn,
  };
}
