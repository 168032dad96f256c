import { CircleAlert, CircleCheck } from 'lucide-react';
import { goTo } from '../../lib/address.ts';
import type { Draft } from '../../lib/visit/draft.ts';
import { Button } from '../../ui/Button.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { answerOf, type Plan } from '../visit/steps.ts';
import { type PracticeCase, tell } from './practice-cases.ts';

interface PracticeEndProps {
  practice: PracticeCase;
  draft: Draft;
  plan: Plan;
  onRestart: () => void;
}

interface Row {
  label: string;
  given: string;
  expected: string;
}

export function PracticeEnd({ practice, draft, plan, onRestart }: PracticeEndProps) {
  const say = useWords();
  const { outcome, observation, facts } = practice;
  const rows: Row[] = [
    {
      label: say('found'),
      given: draft.outcome ? say(`found.${draft.outcome}`) : '',
      expected: say(`found.${outcome}`),
    },
    ...plan.questions.map((question) => ({
      label: say.question(question.key, question.text),
      given: say.answer(answerOf(draft, question)),
      expected: say.answer(facts[question.name] ?? ''),
    })),
  ];
  if (observation) {
    rows.push({
      label: say('result'),
      given: draft.observation ? say(`result.${draft.observation}`) : '',
      expected: say(`result.${observation}`),
    });
  }
  const wrong = rows.filter(({ given, expected }) => given !== expected).length;
  return (
    <Screen
      isRead
      className="px-4 py-3"
      header={<Bar title={say('practice')} />}
      foot={
        <Actions isRuled>
          <Button kind="alt" onClick={onRestart}>
            {say('practice.again')}
          </Button>
          <Button kind="go" onClick={() => goTo('/practice', { replace: true })}>
            {say('practice.more')}
          </Button>
        </Actions>
      }
    >
      <h2 className={`text-lg font-semibold ${wrong === 0 ? 'text-positive' : ''}`}>
        {wrong === 0 ? say('practice.right') : say.count('practice.differs', wrong)}
      </h2>
      <p className="pt-1">{tell(practice, say)[1]}</p>
      <ul className="mt-3 divide-y divide-rule border-y border-rule">
        {rows.map((row) => (
          <Compared key={row.label} row={row} />
        ))}
      </ul>
    </Screen>
  );
}

function Compared({ row: { label, given, expected } }: { row: Row }) {
  const say = useWords();
  const isRight = given === expected;
  const Icon = isRight ? CircleCheck : CircleAlert;
  return (
    <li className="flex gap-2.5 py-2.5">
      <Icon
        aria-hidden
        className={`icon-small mt-0.5 flex-none ${isRight ? 'text-positive' : 'text-danger'}`}
      />
      <div className="min-w-0 wrap-anywhere">
        <p className="text-sm text-muted">{label}</p>
        {isRight ? (
          <p className="font-semibold">{given}</p>
        ) : (
          <>
            <p>{say('practice.given', { answer: given || say('practice.none') })}</p>
            <p className="font-semibold">{say('practice.expected', { answer: expected })}</p>
          </>
        )}
      </div>
    </li>
  );
}
