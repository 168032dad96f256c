import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { goBack, goTo, isDetour } from '../../lib/address.ts';
import { isFull } from '../../lib/db/database.ts';
import { reportUnlessLocked } from '../../lib/lock/lock.ts';
import { changeDraft, type Draft, useDraft } from '../../lib/visit/draft.ts';
import { DoorQuestion } from './arrive/DoorQuestion.tsx';
import { FoundStep } from './arrive/FoundStep.tsx';
import { useDoorQuestion } from './arrive/use-door-question.ts';
import { WhereStep } from './arrive/WhereStep.tsx';
import { AgainStep } from './finish/AgainStep.tsx';
import { ResultStep } from './finish/ResultStep.tsx';
import { SummaryStep } from './finish/SummaryStep.tsx';
import { CameraStep } from './photos/CameraStep.tsx';
import { PhotoStep } from './photos/PhotoStep.tsx';
import { PhotosStep } from './photos/PhotosStep.tsx';
import { SkipStep } from './photos/SkipStep.tsx';
import { FirstOpenQuestion } from './questions/FirstOpenQuestion.tsx';
import { NeighboursStep } from './questions/NeighboursStep.tsx';
import { QuestionStep } from './questions/QuestionStep.tsx';
import { SignStep } from './sign/SignStep.tsx';
import { planOf, stepAfter, stepBefore } from './steps.ts';
import { VisitContext, type VisitView } from './visit-context.ts';

const CropStep = lazy(() => import('./photos/CropStep.tsx'));

const photoSteps = ['camera', 'photo', 'crop', 'skip'];

interface VisitScreenProps {
  visitId: string;
  step: string;
  /** The question, photo or subject that the step shows. */
  detail: string;
}

export default function VisitScreen({ visitId, step, detail }: VisitScreenProps) {
  const draft = useDraft(visitId);
  // There is no draft once the visit is finished.
  useEffect(() => {
    if (draft === null) goTo('/', { replace: true });
  }, [draft]);
  if (!draft) return null;
  return <OpenVisit draft={draft} step={step} detail={detail} />;
}

function OpenVisit({ draft, step, detail }: { draft: Draft; step: string; detail: string }) {
  const { visitId } = draft;
  const [keeping, setKeeping] = useState<VisitView['keeping']>('kept');
  const { isAsked, answer } = useDoorQuestion(visitId);
  const { outcome, isFinal, task } = draft;
  const plan = useMemo(() => planOf({ outcome, isFinal, task }), [outcome, isFinal, task]);
  /** Typed changes that could not be stored. The next save tries them again. */
  const unkept = useRef<((draft: Draft) => Draft)[]>([]);
  const save = useCallback(
    async (change: (draft: Draft) => Draft) => {
      try {
        const changed = await changeDraft(visitId, (before) =>
          [...unkept.current, change].reduce((now, one) => one(now), before),
        );
        unkept.current = [];
        setKeeping('kept');
        return changed;
      } catch (error) {
        setKeeping(isFull(error) ? 'full' : 'failed');
        reportUnlessLocked(error);
        return undefined;
      }
    },
    [visitId],
  );
  const saveTyped = (change: (draft: Draft) => Draft) =>
    void save(change).then((kept) => {
      if (!kept) unkept.current.push(change);
    });
  const place = photoSteps.includes(step) ? 'photos' : step;
  useEffect(() => {
    // The door question opens the place step as a detour. The draft keeps its step, because the agent returns
    // to that step.
    if (place === 'where' && isDetour()) return;
    if (place !== draft.step) saveQuietly(visitId, (before) => ({ ...before, step: place }));
  }, [place, draft.step, visitId]);

  const usual = plan.form?.usualObservation ?? null;
  useEffect(() => {
    if (usual && draft.observation === null) {
      saveQuietly(visitId, (before) => ({
        ...before,
        observation: before.observation ?? usual,
      }));
    }
  }, [usual, draft.observation, visitId]);

  const addressOf = (to: string, about?: string | number) =>
    `/visit/${visitId}/${to}${about === undefined ? '' : `/${about}`}`;
  const view: VisitView = {
    draft,
    plan,
    save,
    saveTyped,
    keeping,
    go: (to, about, how) => goTo(addressOf(to, about), how),
    goOn: (from, changed = draft) => {
      // A detour returns to the screen that opened it. If the outcome has changed, the agent goes through the
      // steps of the new outcome instead.
      if (isDetour() && changed.outcome === draft.outcome) return goBack(addressOf('summary'));
      const next = stepAfter(from, changed, planOf(changed));
      if (next) goTo(addressOf(next));
    },
    goBack: (from) => {
      const before = photoSteps.includes(from)
        ? 'photos'
        : stepBefore(from as (typeof plan.steps)[number], plan);
      goBack(before ? addressOf(before) : `/task/${draft.task.id}`);
    },
  };
  return (
    <VisitContext value={view}>
      {isAsked ? (
        <DoorQuestion step={step} onAnswer={answer} />
      ) : (
        // Questions share one frame, because drawing the frame again would take longer than drawing the
        // question.
        <StepOf
          key={step === 'questions' ? step : `${step}/${detail}`}
          step={step}
          detail={detail}
        />
      )}
    </VisitContext>
  );
}

/** Stores a change that the agent did not make, so a failure is not shown to the agent. */
const saveQuietly = (visitId: string, change: (draft: Draft) => Draft) =>
  void changeDraft(visitId, change).catch(reportUnlessLocked);

export function StepOf({ step, detail }: { step: string; detail: string }) {
  switch (step) {
    case 'found':
      return <FoundStep />;
    case 'photos':
      return <PhotosStep />;
    case 'skip':
      return <SkipStep subject={detail} />;
    case 'camera':
      return <CameraStep subject={detail} />;
    case 'photo':
      return <PhotoStep sha256={detail} />;
    case 'crop':
      return (
        <Suspense fallback={null}>
          <CropStep sha256={detail} />
        </Suspense>
      );
    case 'again':
      return <AgainStep />;
    case 'questions':
      return detail ? <QuestionStep at={Number(detail) || 1} /> : <FirstOpenQuestion />;
    case 'sign':
      return <SignStep />;
    case 'neighbours':
      return <NeighboursStep />;
    case 'result':
      return <ResultStep />;
    case 'summary':
      return <SummaryStep />;
    default:
      return <WhereStep />;
  }
}
