import { containsAadhaar } from '@doorstep/contract/text/aadhaar';
import { decisions } from '@doorstep/contract/verifications';
import { Lock, ThumbsDown, ThumbsUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { isDetour } from '../../../lib/address.ts';
import { Button } from '../../../ui/Button.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { LongField } from '../../../ui/TextField.tsx';
import { Tile } from '../../../ui/Tile.tsx';
import { useWords } from '../../../words/use-words.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';
import { FinishFailure } from './FinishFailure.tsx';
import { rowsOf } from './summary-rows.tsx';
import { useFinish } from './use-finish.ts';

const icons = { positive: ThumbsUp, negative: ThumbsDown } as const;

export function ResultStep() {
  const say = useWords();
  const visit = useVisit();
  const { draft, save, saveTyped, goOn, practice } = visit;
  const [remark, setRemark] = useState(draft.statement.remark);
  const field = useRef<HTMLDivElement>(null);
  const { finish, isBusy, failure } = useFinish();
  // If the remark or another part is missing, the agent can't finish here. The next screen is the summary,
  // which lists the missing parts. A practice visit has no summary.
  const canFinish =
    !practice &&
    !isDetour() &&
    remark.trim() !== '' &&
    rowsOf(visit, say).every(({ state }) => state === 'done');
  const choose = (observation: (typeof decisions)[number]) => {
    void save((before) => ({ ...before, observation }));
    // Focuses the remark during the tap, because only a tap may open the phone's keyboard.
    if (remark === '' && !practice) field.current?.querySelector('textarea')?.focus();
  };
  return (
    <VisitFrame
      step="result"
      isLow
      actions={
        canFinish && (
          <>
            <Button kind="alt" className="flex-none" onClick={() => goOn('result')}>
              {say('next')}
            </Button>
            <Button kind="go" aria-disabled={isBusy} onClick={finish}>
              {isBusy ? say('summary.finishing') : say('summary.finish')}
            </Button>
          </>
        )
      }
    >
      <Heading>{say('result')}</Heading>
      <FinishFailure failure={failure} />
      <div ref={field} className="to-thumb grid grid-cols-1 gap-4 pt-4">
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
          <legend className="sr-only">{say('result')}</legend>
          {decisions.map((decision) => (
            <Tile
              key={decision}
              icon={icons[decision]}
              label={say(`result.${decision}`)}
              hint={say(`result.${decision}Hint`)}
              isChosen={draft.observation === decision}
              onClick={() => choose(decision)}
            />
          ))}
        </fieldset>
        <LongField
          label={say('result.remark')}
          rows={4}
          value={remark}
          problem={
            containsAadhaar(remark)
              ? say('ask.aadhaar')
              : remark.trim().length > 4_000
                ? say('ask.long', { max: 4_000 })
                : undefined
          }
          onValue={(value) => {
            setRemark(value);
            saveTyped((before) => ({
              ...before,
              statement: { ...before.statement, remark: value },
            }));
          }}
        />
        {canFinish && (
          <p className="flex items-center gap-2 text-sm text-muted">
            <Lock aria-hidden className="icon-small" />
            {say('summary.encrypted')}
          </p>
        )}
      </div>
    </VisitFrame>
  );
}
