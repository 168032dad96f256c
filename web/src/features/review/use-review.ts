import { reviewTimes } from '@doorstep/contract/review';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useIsJustShown } from '../../domain/keys/use-is-just-shown.ts';
import type { Acted } from '../../domain/verifications/undo-action.ts';
import {
  verificationKeys,
  verificationQuery,
} from '../../domain/verifications/verification-queries.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useIsAnswering } from '../../lib/api/connection.ts';
import { imageUrl } from '../../lib/api/image-url.ts';
import { repeatWhileActive } from '../../lib/live/attention.ts';
import { countReviewable, reviewQueueQuery } from '../../lib/review-queue.ts';
import { useCase } from './case/use-case.ts';
import { claimNext, releaseClaim, renewClaim, reviewDayQuery } from './review-queries.ts';
import { nextState, startWith } from './review-state.ts';
import { useSending } from './use-sending.ts';

/** The interval of the checks for a new case while no case waits, in milliseconds. */
const lookAgain = 15_000;

/** The number of mounted desks. A desk that was left releases late claims only if no other desk is open. */
let desks = 0;

/** If `isTaken`, the claims belong to another tab, so this desk releases none. */
export function useReview(asked: string | undefined, isTaken: RefObject<boolean>) {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(nextState, asked, startWith);
  const [asking, setAsking] = useState<{ error?: unknown; round: number }>({ round: 0 });
  const [lost, setLost] = useState<{ id: string; text: string }>();
  const isGone = useRef(false);
  /** The running request for the next cases. `again` means that another request is needed afterwards. */
  const inFlight = useRef<{ again: boolean }>(undefined);
  /**
   * The decisions without an answer yet, by case ID. Each promise resolves to whether the decision was saved.
   */
  const sending = useRef(new Map<string, Promise<boolean>>());
  /** When each case's last action ended, as `performance.now()`. */
  const settledAt = useRef(new Map<string, number>());
  const { shown, upcoming, underWay, isEmpty, undoing, notUndone } = state;
  const queue = useQuery(reviewQueueQuery);
  // A case from the address is loaded only after the claim. Before the claim, a second reviewer would see
  // the first decision.
  const [isClaimed, setClaimed] = useState(asked === undefined);
  const found = useCase(isClaimed ? shown : undefined);
  const isAnswering = useIsAnswering();
  // Deciding and skipping are ignored for a moment after the case or its record appears. A case that can't
  // be loaded can still be skipped.
  const hasJustCome = useIsJustShown(shown && `${shown} ${found.data !== undefined}`);

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

  const needsMore = upcoming.length === 0 && (shown === undefined || underWay.length === 0);
  const ask = useCallback(
    async (after: string | undefined) => {
      // Only one request runs at a time, because each request releases the claims of the request before and
      // answers could arrive out of order.
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
          // Releases the claims after the reviewer has left, because colleagues would otherwise wait until
          // the claims expire. A decision that is being sent ends its own claim.
          if (desks === 0 && !isTaken.current)
            for (const id of offered)
              if (!sending.current.has(id)) releaseClaim(id).catch(() => {});
          return;
        }
        // Leaves out cases whose action ended while this request ran, because the server may have chosen them
        // before that action.
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
  // Runs again when an action ends (`underWay`) and when another request is needed (`asking.round`).
  useEffect(() => {
    if (needsMore && !isEmpty) void ask(shown);
  }, [needsMore, shown, isEmpty, underWay.length, asking.round, ask]);
  const askWhenEmpty = useEffectEvent(() => {
    if (isEmpty && queue.data && countReviewable(queue.data) > 0) void ask(undefined);
  });
  // Asks for a case after each count of the queue and at intervals, because no event reports an
  // expired claim.
  useEffect(() => askWhenEmpty(), [queue.dataUpdatedAt, asking.round]);
  useEffect(() => {
    if (isEmpty) return repeatWhileActive(askWhenEmpty, lookAgain);
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
    } finally {
      setClaimed(true);
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
    // Sends no claim during an undo, because the undo itself claims the case again.
    if (shown === undefined || isUndoing) return;
    // oxlint-disable-next-line react/set-state-in-effect -- set when the answer comes
    void claim(shown);
    return repeatWhileActive(() => renew(shown), reviewTimes.claimRenewSeconds * 1000);
  }, [shown, isUndoing]);

  const leave = useEffectEvent(() => {
    if (isTaken.current) return;
    for (const id of [shown, ...upcoming]) if (id !== undefined) releaseClaim(id).catch(() => {});
  });
  useEffect(() => () => leave(), []);
  // Uses a layout effect, because its cleanup runs when the desk is removed. The cleanup of other effects runs
  // later, and an answer in between would be lost.
  useLayoutEffect(() => {
    isGone.current = false;
    desks += 1;
    return () => {
      isGone.current = true;
      desks -= 1;
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

  /** Shows the next case after an action in a panel (`acted`), or if the shown case can't be decided. */
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
    // Is 0 while the queue is being counted, because the older count may include cases that are already
    // reviewed.
    waiting: queue.isFetching || !queue.data ? 0 : countReviewable(queue.data),
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
