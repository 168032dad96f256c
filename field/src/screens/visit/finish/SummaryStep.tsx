import { ChevronRight, CircleAlert, CircleCheck, Lock } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { useWords } from '../../../words/use-words.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';
import { FinishFailure } from './FinishFailure.tsx';
import { rowsOf, type SummaryRow } from './summary-rows.tsx';
import { useFinish } from './use-finish.ts';

export function SummaryStep() {
  const say = useWords();
  const visit = useVisit();
  const { go } = visit;
  // A detour returns to the summary. Answered questions open without one, so that *Next* leads through them.
  const open = ({ step, detail, state }: SummaryRow) =>
    go(step, detail, { detour: step !== 'questions' || state !== 'done' });
  const { finish, isBusy, failure } = useFinish();
  const rows = rowsOf(visit, say);
  const lacking = rows.find(({ state }) => state === 'lacking');
  return (
    <VisitFrame
      step="summary"
      className="px-4 pt-3.5"
      kept={say('visit.allKept')}
      actions={
        lacking ? (
          <Button kind="go" onClick={() => open(lacking)}>
            {lacking.title}
          </Button>
        ) : (
          <Button kind="go" aria-disabled={isBusy} onClick={finish}>
            {isBusy ? say('summary.finishing') : say('summary.finish')}
          </Button>
        )
      }
    >
      <Heading>{say(lacking ? 'summary.notYet' : 'summary')}</Heading>
      <FinishFailure failure={failure} />
      <ul className="mt-1">
        {rows.map((row) => (
          <li key={row.step} className="border-b border-rule">
            <Row {...row} onOpen={() => open(row)} />
          </li>
        ))}
      </ul>
      <p className="flex items-center gap-2 py-3 text-sm text-muted">
        <Lock aria-hidden className="icon-small" />
        {say('summary.encrypted')}
      </p>
    </VisitFrame>
  );
}

function Row({ state, title, hints, pictures, onOpen }: SummaryRow & { onOpen: () => void }) {
  const Icon = state === 'done' ? CircleCheck : CircleAlert;
  const color = { done: 'text-positive', partly: 'text-warning', lacking: 'text-danger' }[state];
  return (
    <button
      type="button"
      className="flex min-h-14 w-full cursor-pointer items-center gap-3 py-2 text-start"
      onClick={onOpen}
    >
      <Icon aria-hidden className={`icon ${color}`} />
      <span className="min-w-0 flex-1 leading-tight font-semibold wrap-anywhere">
        {title}
        {hints.map((hint) => (
          <span key={hint} className="line-clamp-2 pt-0.5 text-sm font-normal text-muted">
            {hint}
          </span>
        ))}
        {pictures}
      </span>
      <ChevronRight aria-hidden className="icon text-muted" />
    </button>
  );
}
