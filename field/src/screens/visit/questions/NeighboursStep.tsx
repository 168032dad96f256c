import { keyboardOf } from '@doorstep/contract/reports/keyboards';
import type { Question } from '@doorstep/contract/reports/visit-form';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { LongField, TextField } from '../../../ui/TextField.tsx';
import { useWords } from '../../../words/use-words.ts';
import { useProblem } from '../problems.ts';
import { answerOf, withAnswer } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

/** What neighbours say: all on one page, since a talk keeps to no order. */
export function NeighboursStep() {
  const say = useWords();
  const { draft, plan } = useVisit();
  const [first = [], second = []] = plan.neighbours;
  const hasSecond = second.some((question) => answerOf(draft, question) !== '');
  const [isOpen, setOpen] = useState(hasSecond);
  return (
    <VisitFrame step="neighbours">
      <Heading>{say('neighbours')}</Heading>
      <p className="mt-1 text-muted">{say('neighbours.hint')}</p>
      <Neighbour title={say('neighbours.first')} questions={first} />
      {isOpen ? (
        <Neighbour title={say('neighbours.second')} questions={second} />
      ) : (
        <Button kind="text" className="mt-2" onClick={() => setOpen(true)}>
          {say('neighbours.addSecond')}
        </Button>
      )}
    </VisitFrame>
  );
}

function Neighbour({ title, questions }: { title: string; questions: readonly Question[] }) {
  return (
    <section className="mt-4 grid grid-cols-1 gap-3.5 border-t border-rule pt-3">
      <h2 className="text-sm font-bold text-muted">{title}</h2>
      {questions.map((question) => (
        <OpenQuestion key={question.name} question={question} />
      ))}
    </section>
  );
}

function OpenQuestion({ question }: { question: Question }) {
  const say = useWords();
  const { draft, saveTyped } = useVisit();
  const problemOf = useProblem();
  const [text, setText] = useState(() => answerOf(draft, question));
  const change = (value: string) => {
    setText(value);
    saveTyped((before) => withAnswer(before, question, value));
  };
  const field = {
    label: say.question(question.key, question.text),
    value: text,
    onValue: change,
    problem: problemOf(question, text),
  };
  return (
    <div className="grid grid-cols-1 gap-2">
      {question.kind === 'long' ? (
        <LongField {...field} rows={2} />
      ) : (
        <TextField {...field} {...keyboardOf(question.kind)} />
      )}
      {question.suggestions && (
        <div className="flex flex-wrap gap-2">
          {question.suggestions.map((suggestion) => (
            <button
              type="button"
              key={suggestion}
              aria-pressed={text === suggestion}
              className={`min-h-12 cursor-pointer rounded-full border-2 px-3.5 font-semibold ${
                text === suggestion
                  ? 'border-accent bg-accent text-on-accent'
                  : 'border-edge bg-panel'
              }`}
              onClick={() => change(text === suggestion ? '' : suggestion)}
            >
              {say.answer(suggestion)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
