import type { Question } from '@doorstep/contract/reports/visit-form';
import { useEffect } from 'react';
import { isAside } from '../../../lib/address.ts';
import type { Draft } from '../../../lib/visit/draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useProblem } from '../problems.ts';
import { answerOf, planOf, withAnswer } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';
import { ChoiceAnswer } from './ChoiceAnswer.tsx';
import { NumberAnswer } from './NumberAnswer.tsx';
import { TextAnswer } from './TextAnswer.tsx';

/** One question; its answers are in reach of the thumb. */
export function QuestionStep({ at }: { at: number }) {
  const say = useWords();
  const { draft, plan, save, saveTyped, go, goOn } = useVisit();
  const { questions } = plan;
  const question = questions[at - 1];
  const problemOf = useProblem();
  const isGone = question === undefined;
  useEffect(() => {
    if (!isGone) return undefined;
    let isOver = false;
    // An address of the history, from before another outcome was chosen; or the draft on the screen is the one before the last choice.
    void save((latest) => latest).then((latest) => {
      const isAsked = latest && planOf(latest).questions[at - 1];
      if (!isAsked && !isOver) go('found', undefined, { replace: true });
    });
    return () => {
      isOver = true;
    };
  }, [isGone, at, save, go]);
  if (!question) return null;
  const answer = answerOf(draft, question);
  const isOpen = (one: Question) => {
    const given = answerOf(draft, one);
    return given.trim() === '' || problemOf(one, given) !== undefined;
  };
  const next = () => {
    // From the summary only what is open is gone through, and then back.
    const following = isAside()
      ? questions.findIndex((one, index) => index >= at && isOpen(one))
      : at;
    if (following < 0 || following >= questions.length) return goOn('questions');
    go('questions', following + 1, { replace: isAside() });
  };
  const skip = () => {
    void save(({ passed, ...before }) => ({
      ...before,
      passed: [...passed.filter((name) => name !== question.name), question.name],
    }));
    next();
  };
  const answerWith = (value: string) => (before: Draft) => withAnswer(before, question, value);
  const answerAndGo = async (value: string) => {
    const kept = save(answerWith(value));
    const aside = isAside();
    // The next question does not wait for the disk. Where the answer can't be kept, this one comes back and says so.
    next();
    if (!(await kept)) go('questions', at, { aside });
  };
  return (
    <VisitFrame
      step="questions"
      content={question.name}
      isLow
      actions={
        <Button kind={answer === '' ? 'alt' : 'go'} onClick={answer === '' ? skip : next}>
          {say(answer === '' ? 'ask.skip' : 'next')}
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
      <Heading>{say.question(question.key, question.text)}</Heading>
      <Answer
        question={question}
        answer={answer}
        problem={problemOf(question, answer)}
        onChange={(value) => saveTyped(answerWith(value))}
        onChosen={(value) => void answerAndGo(value)}
      />
    </VisitFrame>
  );
}

export interface AnswerProps {
  question: Question;
  answer: string;
  problem: string | undefined;
  /** Keeps it; the question stays open. */
  onChange: (answer: string) => void;
  /** Keeps it and goes on. */
  onChosen: (answer: string) => void;
}

function Answer(props: AnswerProps) {
  const { kind, options, suggestions } = props.question;
  if (kind === 'count') return <NumberAnswer {...props} />;
  if (options || suggestions) return <ChoiceAnswer {...props} />;
  return <TextAnswer {...props} />;
}
