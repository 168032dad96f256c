import { holdsAadhaar } from '@doorstep/contract/text/aadhaar';
import { decisions } from '@doorstep/contract/verifications';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useState } from 'react';
import { Heading } from '../../../ui/Screen.tsx';
import { LongField } from '../../../ui/TextField.tsx';
import { Tile } from '../../../ui/Tile.tsx';
import { useWords } from '../../../words/use-words.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';

const icons = { positive: ThumbsUp, negative: ThumbsDown } as const;

/** The agent's opinion, positive or negative, and a remark. */
export function ResultStep() {
  const say = useWords();
  const { draft, save, saveTyped } = useVisit();
  const [remark, setRemark] = useState(draft.statement.remark);
  return (
    <VisitFrame step="result" isLow>
      <Heading>{say('result')}</Heading>
      <div className="to-thumb grid grid-cols-1 gap-4 pt-4">
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2">
          <legend className="sr-only">{say('result')}</legend>
          {decisions.map((decision) => (
            <Tile
              key={decision}
              icon={icons[decision]}
              label={say(`result.${decision}`)}
              hint={say(`result.${decision}Hint`)}
              isChosen={draft.observation === decision}
              onClick={() => void save((before) => ({ ...before, observation: decision }))}
            />
          ))}
        </fieldset>
        <LongField
          label={say('result.remark')}
          rows={4}
          value={remark}
          problem={
            holdsAadhaar(remark)
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
      </div>
    </VisitFrame>
  );
}
