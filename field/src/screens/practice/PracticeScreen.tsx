import { ChevronRight } from 'lucide-react';
import { goBack } from '../../lib/address.ts';
import { BackButton } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { Link } from '../Link.tsx';
import { templateOf } from '../places.ts';
import { PracticeVisit } from './PracticeVisit.tsx';
import { type PracticeCase, usePracticeCases } from './practice-cases.ts';

interface PracticeScreenProps {
  /** The number of the case; empty for the list of cases. */
  number: string;
  step: string;
  detail: string;
}

/** Shows made-up visits for new agents. Nothing is sent or stored. */
export default function PracticeScreen({ number, step, detail }: PracticeScreenProps) {
  const cases = usePracticeCases();
  const practice = cases.find(({ task }) => String(-task.id) === number);
  return practice ? (
    <PracticeVisit {...{ practice, step, detail }} />
  ) : (
    <PracticeList {...{ cases }} />
  );
}

function PracticeList({ cases }: { cases: readonly PracticeCase[] }) {
  const say = useWords();
  return (
    <Screen
      className="px-4 py-3"
      header={<Bar title={say('practice')} />}
      foot={
        <Actions isRuled>
          <BackButton label={say('back')} onClick={() => goBack('/me')} />
        </Actions>
      }
    >
      <Notice kind="info" title={say('practice.intro')} />
      <ul className="mt-2 divide-y divide-rule">
        {cases.map(({ task }) => (
          <li key={task.id}>
            <Link
              to={`/practice/${-task.id}/found`}
              className="flex min-h-14 items-center gap-3 py-2"
            >
              <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
                {task.name}
                <span className="block text-sm font-normal text-muted">
                  {say(templateOf(task))} · {task.address}
                </span>
              </span>
              <ChevronRight aria-hidden className="icon flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Screen>
  );
}
