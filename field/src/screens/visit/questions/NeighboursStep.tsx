import { keyboardOf } from '@doorstep/contract/reports/keyboards';
import type { Question } from '@doorstep/contract/reports/visit-form';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { LongField, TextField } from '../../../ui/TextField.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useProblem } from '../problems.ts';
import { answerOf, withAnswer } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

type Answers = Readonly<Record<string, string>>;

/** All questions are on one page, because a conversation has no fixed order. */
export function NeighboursStep() {
  const say = useWords();
  const { draft, plan, saveTyped, goOn } = useVisit();
  const [first = [], second = []] = plan.neighbours;
  const questions = [...first, ...second];
  const [answers, setAnswers] = useState<Answers>(() =>
    Object.fromEntries(questions.map((one) => [one.name, answerOf(draft, one)])),
  );
  const isEmpty = ({ name }: Question) => (answers[name] ?? '').trim() === '';
  const [isOpen, setOpen] = useState(!second.every(isEmpty));
  const change = (given: Answers) => {
    setAnswers((before) => ({ ...before, ...given }));
    saveTyped((before) =>
      questions.reduce((now, one) => {
        const value = given[one.name];
        return value === undefined ? now : withAnswer(now, one, value);
      }, before),
    );
  };
  /** Continues if the tap answered the last open question and no second neighbour is added. */
  const choose = (given: Answers) => {
    change(given);
    const open = first.filter(isEmpty);
    if (!isOpen && open.length > 0 && open.every((one) => given[one.name])) goOn('neighbours');
  };
  const shared = { answers, onChange: change, onChoose: choose };
  return (
    <VisitFrame step="neighbours">
      <Heading>{say('neighbours')}</Heading>
      <p className="mt-1 text-muted">{say('neighbours.hint')}</p>
      <Neighbour title={say('neighbours.first')} questions={first} {...shared} />
      {isOpen ? (
        <Neighbour title={say('neighbours.second')} questions={second} {...shared} />
      ) : (
        <Button kind="text" className="mt-2" onClick={() => setOpen(true)}>
          {say('neighbours.addSecond')}
        </Button>
      )}
    </VisitFrame>
  );
}

interface NeighbourProps {
  title: string;
  questions: readonly Question[];
  answers: Answers;
  onChange: (given: Answers) => void;
  onChoose: (given: Answers) => void;
}

function Neighbour({ title, questions, answers, ...on }: NeighbourProps) {
  const section = useRef<HTMLElement>(null);
  const [name] = questions;
  // If no names are suggested, the name must be typed, so its field gets the focus.
  const asksName = useRef(name !== undefined && !name.suggestions && !answers[name.name]);
  // Runs after the heading of the screen has taken the focus.
  useEffect(() => {
    if (asksName.current) section.current?.querySelector('input')?.focus();
  }, []);
  return (
    <section ref={section} className="mt-4 grid grid-cols-1 gap-3.5 border-t border-rule pt-3">
      <h2 className="text-sm font-bold text-muted">{title}</h2>
      {questions.map((question) => (
        <OpenQuestion key={question.name} {...{ question, questions, answers, ...on }} />
      ))}
    </section>
  );
}

function OpenQuestion(props: Omit<NeighbourProps, 'title'> & { question: Question }) {
  const { question, questions, answers, onChange, onChoose } = props;
  const say = useWords();
  const problemOf = useProblem();
  const years = useVisit().draft.facts.yrsLivedAtCurrentAddress ?? '';
  const text = answers[question.name] ?? '';
  const field = {
    label: say.question(question.key, question.text),
    value: text,
    onValue: (value: string) => onChange({ [question.name]: value }),
    problem: problemOf(question, text),
  };
  const listed: Answers[] = (question.suggestions ?? []).map((one) => ({ [question.name]: one }));
  // Also offers the number of years that the applicant has named, because a neighbour often confirms it.
  const asksYears = questions.some(({ name }) => name === stay) && years !== '';
  const [knows] = question.suggestions ?? [];
  if (knows && asksYears && question.name === 'neighbour1_feedback')
    listed.push({ [question.name]: knows, [stay]: years });
  const areGiven = (given: Answers) =>
    Object.entries(given).every(([name, value]) => answers[name] === value);
  return (
    <div className="grid grid-cols-1 gap-2">
      {question.kind === 'long' ? (
        <LongField {...field} rows={2} />
      ) : (
        <TextField {...field} {...keyboardOf(question.kind)} />
      )}
      {listed.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {listed.map((given) => {
            const isGiven = areGiven(given);
            const label = Object.values(given).map(say.answer).join(' · ');
            return (
              <button
                type="button"
                key={label}
                aria-pressed={isGiven}
                className={`min-h-12 cursor-pointer rounded-full border-2 px-3.5 font-semibold ${
                  isGiven ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-panel'
                }`}
                onClick={() => (isGiven ? onChange({ [question.name]: '' }) : onChoose(given))}
              >
                {label}
              </button>
            );
          })}
        </div>
      )}
    </div>
  );
}

/** The field for how long the applicant has lived here, according to the neighbour. */
const stay = 'durationOfStayAsPerNeighbor';
