import { useCallback, useMemo, useRef, useState } from 'react';
import { goBack, goTo } from '../../lib/address.ts';
import { blankVisit, type Draft } from '../../lib/visit/draft.ts';
import { useWords } from '../../words/use-words.ts';
import { type Plan, planOf, type Step, stepBefore } from '../visit/steps.ts';
import { StepOf } from '../visit/VisitScreen.tsx';
import { VisitContext, type VisitView } from '../visit/visit-context.ts';
import { PracticeEnd } from './PracticeEnd.tsx';
import { type PracticeCase, tell } from './practice-cases.ts';

function practicePlan(draft: Draft, { facts, observation }: PracticeCase): Plan {
  const plan = planOf({ ...draft, isFinal: true });
  const questions = plan.questions.filter(({ name }) => name in facts);
  const steps: Step[] = ['found'];
  if (draft.outcome !== null && questions.length > 0) steps.push('questions');
  if (draft.outcome !== null && observation) steps.push('result');
  return {
    ...{ ...plan, questions, steps, neighbours: [] },
    photos: { wanted: [], least: 0, most: 0 },
  };
}

interface PracticeVisitProps {
  practice: PracticeCase;
  step: string;
  detail: string;
}

/** The draft is only in memory, so a practice visit can't be finished, sent or found later. */
export function PracticeVisit({ practice, step, detail }: PracticeVisitProps) {
  const say = useWords();
  const { task } = practice;
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ visitId: '', task, begunAt: '', arrivedAt: '' },
    ...blankVisit,
  }));
  const latest = useRef(draft);
  const save = useCallback(async (change: (draft: Draft) => Draft) => {
    latest.current = change(latest.current);
    setDraft(latest.current);
    return latest.current;
  }, []);
  const plan = useMemo(() => practicePlan(draft, practice), [draft, practice]);
  const addressOf = (to: string, about?: string | number) =>
    `/practice/${-task.id}/${to}${about === undefined ? '' : `/${about}`}`;
  const goOn = (from: Step) => {
    const { steps } = practicePlan(latest.current, practice);
    goTo(addressOf(steps[steps.indexOf(from) + 1] ?? 'end'));
  };
  const view: VisitView = {
    ...{ draft, plan, save, goOn, keeping: 'kept', practice: tell(practice, say)[0] },
    saveTyped: (change) => void save(change),
    // Skips the steps of photos, because a practice visit has nothing to photograph.
    go: (to, about, how) =>
      ['camera', 'photo', 'crop', 'skip'].includes(to)
        ? goOn('found')
        : goTo(addressOf(to, about), how),
    goBack: (from) => {
      const before = stepBefore(from as Step, plan);
      goBack(before ? addressOf(before) : '/practice');
    },
  };
  const restart = () => {
    void save(() => ({ ...latest.current, ...blankVisit }));
    goTo(addressOf('found'), { replace: true });
  };
  if (step === 'end' && draft.outcome !== null)
    return <PracticeEnd {...{ practice, draft, plan }} onRestart={restart} />;
  // After a reload, the draft is gone and the visit starts again.
  const shown =
    draft.outcome === null ? 'found' : (plan.steps.find((one) => one === step) ?? 'found');
  return (
    <VisitContext value={view}>
      <StepOf key={shown} step={shown} detail={detail} />
    </VisitContext>
  );
}
