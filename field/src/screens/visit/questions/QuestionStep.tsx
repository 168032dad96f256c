import type { Question } from '@doorstep/contract/reports/visit-form';
import { Fragment, useEffect, useRef } from 'react';
import { isDetour } from '../../../lib/address.ts';
import type { Draft } from '../../../lib/visit/draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useProblem } from '../problems.ts';
import { answerOf, isGiven, planOf, withAnswer } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';
import { ChoiceAnswer } from './ChoiceAnswer.tsx';
import { NumberAnswer } from './NumberAnswer.tsx';
import { TextAnswer } from './TextAnswer.tsx';

export function QuestionStep({ at: address }: { at: number }) {
  const say = useWords();
  const { draft, plan, save, saveTyped, go, goOn } = useVisit();
  const { questions } = plan;
  // The address may name the second of two questions that share the screen.
  const at = questions[address - 2]?.above ? address - 1 : address;
  const first = questions[at - 1];
  const asked = questions.slice(at - 1, first?.above ? at + 1 : at);
  const problemOf = useProblem();
  /** The answers chosen on this screen, including those that are not stored yet. */
  const chosen = useRef<Record<string, string>>({});
  const isGone = first === undefined;
  useEffect(() => {
    if (!isGone) return undefined;
    let isOver = false;
    // The history may have addresses of questions that only an earlier outcome asked. Reads the latest draft,
    // because the shown draft may be older than the last choice.
    void save((latest) => latest).then((latest) => {
      const isAsked = latest && planOf(latest).questions[at - 1];
      if (!isAsked && !isOver) go('found', undefined, { replace: true });
    });
    return () => {
      isOver = true;
    };
  }, [isGone, at, save, go]);
  useEffect(
    () => () => {
      chosen.current = {};
    },
    [at],
  );
  if (!first) return null;
  const isEmpty = (one: Question) =>
    (chosen.current[one.name] ?? answerOf(draft, one)).trim() === '';
  const isOpen = (one: Question) =>
    answerOf(draft, one).trim() === '' || problemOf(one, answerOf(draft, one)) !== undefined;
  const next = (now = draft) => {
    // A detour from the summary leads only to questions that are unanswered or have a problem, and then back
    // to the summary.
    const isAsked = isDetour() ? isOpen : (one: Question) => !isGiven(now, plan, one);
    const following = questions.findIndex(
      (one, index) => index >= at - 1 + asked.length && isAsked(one),
    );
    if (following < 0 || following >= questions.length) return goOn('questions');
    go('questions', following + 1, { replace: isDetour() });
  };
  const goFrom = () => {
    const skipped = asked.filter(isEmpty).map(({ name }) => name);
    if (skipped.length > 0) {
      void save(({ passed, ...before }) => ({
        ...before,
        passed: [...passed.filter((name) => !skipped.includes(name)), ...skipped],
      }));
    }
    next();
  };
  const choose = async (question: Question, value: string, others?: Record<string, string>) => {
    const change = (before: Draft) => withAnswer(before, question, value, others);
    const kept = save(change);
    chosen.current[question.name] = value;
    const detour = isDetour();
    const isWhole = !asked.some(isEmpty);
    // Does not wait for the disk. If the answer can't be saved, this question is shown again with the
    // error.
    if (isWhole) next(change(draft));
    if (await kept) return;
    delete chosen.current[question.name];
    if (isWhole) go('questions', at, { detour });
  };
  const isSkipped = asked.every((one) => answerOf(draft, one) === '');
  return (
    <VisitFrame
      step="questions"
      content={first.name}
      isLow
      actions={
        <Button kind={isSkipped ? 'alt' : 'go'} onClick={goFrom}>
          {say(isSkipped ? 'ask.skip' : 'next')}
        </Button>
      }
    >
      <p className="mb-2.5 flex items-center gap-2.5 text-sm font-semibold text-muted">
        <span className="whitespace-nowrap">{say('ask.count', { at, of: questions.length })}</span>
        <span aria-hidden className="h-1.5 flex-1 overflow-hidden rounded-full bg-rule">
          <span
            className="block h-full bg-accent"
            style={{ inlineSize: `${(at / questions.length) * 100}%` }}
          />
        </span>
      </p>
      <Heading>{say.question(first.key, first.text)}</Heading>
      {asked.map((question) => (
        <Fragment key={question.name}>
          {question !== first && (
            <h2 className="pt-3 text-lg leading-tight font-bold">
              {say.question(question.key, question.text)}
            </h2>
          )}
          <Answer
            question={question}
            answer={answerOf(draft, question)}
            problem={problemOf(question, answerOf(draft, question))}
            isShared={asked.length > 1}
            onChange={(value) => {
              chosen.current[question.name] = value;
              saveTyped((before) => withAnswer(before, question, value));
            }}
            onChosen={(value, others) => void choose(question, value, others)}
            onEnter={goFrom}
          />
        </Fragment>
      ))}
    </VisitFrame>
  );
}

export interface AnswerProps {
  question: Question;
  answer: string;
  problem: string | undefined;
  isShared?: boolean;
  /** Saves the answer. The question stays open. */
  onChange: (answer: string) => void;
  /** Saves the answer, and `others` that the same tap has given. Then opens the next step. */
  onChosen: (answer: string, others?: Record<string, string>) => void;
  onEnter: () => void;
}

function Answer(props: AnswerProps) {
  const { kind, options, suggestions } = props.question;
  if (kind === 'count') return <NumberAnswer {...props} />;
  if (options || suggestions) return <ChoiceAnswer {...props} />;
  return <TextAnswer {...props} />;
}
