import './ReviewPage.css';
import type { Finding } from '@doorstep/contract/evidence/findings';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useState } from 'react';
import { pairsOf } from '../domain/evidence/pairs.ts';
import { useFindings, worstOf } from '../domain/evidence/use-findings.ts';
import { useReviewKeys } from '../domain/keys/use-review-keys.ts';
import { casePhotosOf } from '../domain/photos/case-photos.ts';
import { placeOf } from '../domain/place/place-scale.ts';
import { ownActionOf } from '../domain/verifications/own-action.ts';
import { useUndo } from '../domain/verifications/use-undo.ts';
import { CaseFacts } from '../features/review/case/facts/CaseFacts.tsx';
import { CasePhotos } from '../features/review/case/photos/CasePhotos.tsx';
import { useCase } from '../features/review/case/use-case.ts';
import { useCaseView } from '../features/review/case/use-case-view.ts';
import { useFocusOnName } from '../features/review/case/use-focus-on-name.ts';
import { WaitingCase } from '../features/review/case/WaitingCase.tsx';
import { LookKeys } from '../features/review/keys/LookKeys.tsx';
import { ReviewBar } from '../features/review/keys/ReviewBar.tsx';
import { AllReviewed } from '../features/review/no-case/AllReviewed.tsx';
import { Interrupted, interruptionOf } from '../features/review/no-case/Interrupted.tsx';
import { NotOpened } from '../features/review/no-case/NotOpened.tsx';
import { OpenElsewhere } from '../features/review/no-case/OpenElsewhere.tsx';
import { ReviewHeader } from '../features/review/ReviewHeader.tsx';
import { reviewDayQuery } from '../features/review/review-queries.ts';
import { UnsavedDecisions } from '../features/review/UnsavedDecisions.tsx';
import { useCaseInAddress } from '../features/review/use-case-in-address.ts';
import { useOnlyDesk } from '../features/review/use-only-desk.ts';
import { useReview } from '../features/review/use-review.ts';
import { useIdlePreload } from '../lib/use-idle-preload.ts';
import { CaseDialogs, type Opened, preloadForm } from './CaseDialogs.tsx';

const route = getRouteApi('/signed-in/review');

export function ReviewPage() {
  const navigate = route.useNavigate();
  const { standing, isTaken, takeOver } = useOnlyDesk();
  if (standing === 'here') return <Desk isTaken={isTaken} />;
  if (standing === 'asking') return <div className="review-desk" />;
  return (
    <OpenElsewhere onTakeOver={takeOver} onLeave={() => void navigate({ to: '/verification' })} />
  );
}

function Desk({ isTaken }: { isTaken: RefObject<boolean> }) {
  const { case: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const review = useReview(asked, isTaken);
  const { shown, isEmpty, error, undoing, unsaved } = review;
  const { data, error: caseError, refetch, isFetching } = review.found;
  const { data: after } = useCase(review.upcoming[0]);
  const { data: day } = useQuery(reviewDayQuery);
  const last = useUndo(review.acted, ownActionOf(data));
  const [opened, setOpened] = useState<{ what: Opened; id?: string }>();
  // A panel belongs to the case on which the user opened it. While another case is shown, the panel is
  // closed.
  const open = opened?.id === shown ? opened?.what : undefined;
  const photos = data ? casePhotosOf(data) : [];
  const view = useCaseView(shown, photos.length);
  const findings = useFindings(data);
  const { doing } = findings;
  const name = useFocusOnName(data && shown);
  useIdlePreload(preloadForm);

  useCaseInAddress(shown);

  const interruption = interruptionOf(data, review);
  const isAgain = Boolean(data?.review_again);
  // Whether the user may ask for a second look. A reviewer who makes a second look can't ask for another.
  const canAsk = data?.can_ask_second_look === true && !data.looked_at?.is_mine;
  // Whether the user makes a second look and must not see the first decision. Then the report form is hidden,
  // because its saved version shows who decided first, and how.
  const isBlind = data?.looked_at?.is_mine === true && data.looked_at.state === 'owed';
  const isAsking = open !== undefined || doing !== undefined;
  const isPicking = (isAsking && open !== 'form' && open !== 'keys') || doing !== undefined;
  const isUndoing = undoing !== undefined;
  const isResting = !data || isAsking || isUndoing || interruption !== undefined;
  const isUnread = caseError !== null && !data;
  const canUndo = last !== undefined && !isAsking && !isUndoing;
  const leave = () => navigate({ to: '/verification' });
  const show = (what: Opened) => setOpened({ what, id: shown });
  const close = () => setOpened((now) => (now?.id === shown ? undefined : now));
  const act = {
    onDecide: (decision: 'positive' | 'negative') => data && review.decide(data, decision),
    onSendBack: () => show('send back'),
    onCallback: () => show('call-back'),
    onSecondLook: canAsk ? () => show('second look') : undefined,
    onSkip: review.skip,
    onUndo: () => last && void review.undo(last),
    onForm: () => show('form'),
    onKeys: () => show('keys'),
    onFinding: () => {
      const next = findings.next();
      if (next) enlarge(next, 0);
    },
  };
  function enlarge(finding: Finding, pair: number) {
    const { own, other } = (data && pairsOf(data, finding)[pair]) ?? {};
    if (other || (!own && finding.places.length > 1))
      view.showEvidence({ check: finding.check, pair });
    else view.show(own?.index ?? view.photo);
  }
  const only = (isAllowed: boolean, key: () => void) => (isAllowed ? key : undefined);
  useReviewKeys(
    {
      p: only(!isResting, () => act.onDecide('positive')),
      n: only(!isResting, () => act.onDecide('negative')),
      b: only(!isResting && !isAgain, act.onSendBack),
      c: only(!isResting, act.onCallback),
      l: only(!isResting && canAsk, () => show('second look')),
      s: only(!isResting || isUnread, act.onSkip),
      z: only(canUndo, act.onUndo),
      'ctrl+z': only(canUndo, act.onUndo),
      t: only(
        unsaved.some(({ canRetry }) => canRetry),
        review.retry,
      ),
      e: only(!isResting && !isBlind, act.onForm),
      f: only(findings.standing.length > 0, act.onFinding),
      d: only(!isResting && findings.opened !== undefined, () =>
        findings.begin('dismiss', findings.opened as Finding),
      ),
      '?': act.onKeys,
      enter: only(interruption !== undefined, review.goOn),
      escape: () => {
        if (!view.reset()) void leave();
      },
      arrowright: view.next,
      arrowleft: view.previous,
      ' ': view.toggleZoom,
      '+': () => view.zoomBy(0.5),
      '-': () => view.zoomBy(-0.5),
      r: view.turn,
      m: view.togglePlace,
      ...Object.fromEntries(
        photos.slice(0, 9).map((_, index) => [String(index + 1), () => view.show(index)]),
      ),
    },
    !isAsking,
  );

  return (
    <div className={`review-desk ${interruption ? 'drained' : ''} ${isPicking ? 'picking' : ''}`}>
      <ReviewHeader
        queue={review.queue}
        next={worstOf(after)}
        hasClock={data?.clock !== undefined}
        day={day}
        last={last}
        undoing={undoing}
        underWay={review.underWay}
        isUndoOff={!canUndo}
        onUndo={act.onUndo}
        onLeave={leave}
      >
        {unsaved.length > 0 && <UnsavedDecisions decisions={unsaved} onRetry={review.retry} />}
      </ReviewHeader>
      {isEmpty && !error ? (
        <AllReviewed waiting={review.waiting} onLeave={leave} />
      ) : (shown === undefined && error) || isUnread ? (
        <NotOpened
          error={caseError ?? error}
          onRetry={caseError ? () => void refetch() : review.retryOffer}
          isRetrying={isFetching}
          onSkip={isUnread ? act.onSkip : undefined}
          onLeave={leave}
        />
      ) : (
        <>
          <div className="case">
            {data ? (
              <CasePhotos
                verification={data}
                photos={photos}
                findings={findings.standing}
                place={placeOf(data, null, photos)}
                view={view}
                over={
                  interruption && (
                    <Interrupted
                      {...interruption}
                      isQuiet={isAsking}
                      onNext={() => review.goOn()}
                    />
                  )
                }
              />
            ) : (
              <section className="photos" aria-label="Photos" />
            )}
            <LookKeys
              view={view}
              hasFindings={findings.standing.length > 0}
              isResting={isResting}
              isBlind={isBlind}
              {...act}
            />
            {data ? (
              <CaseFacts
                key={shown}
                verification={data}
                photos={photos}
                photo={view.photo}
                findings={findings}
                onEnlarge={enlarge}
                nameRef={name}
              />
            ) : (
              <WaitingCase />
            )}
          </div>
          <ReviewBar
            isResting={isResting}
            isAgain={isAgain}
            undoLeft={canUndo ? last.secondsLeft : undefined}
            {...act}
          />
        </>
      )}
      <CaseDialogs
        open={open}
        id={shown}
        verification={data}
        photo={data?.photos?.[view.photo]}
        findings={findings}
        onClose={close}
        onClosed={() => {
          close();
          name.current?.focus();
        }}
        onSent={(id, applicant, what) => {
          close();
          review.goOn({ id, name: applicant, what, at: Date.now() });
        }}
      />
    </div>
  );
}
