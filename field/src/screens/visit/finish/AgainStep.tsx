import { useState } from 'react';
import { daysAfter, momentOf } from '../../../lib/moment.ts';
import type { Draft } from '../../../lib/visit/draft.ts';
import { Button } from '../../../ui/Button.tsx';
import { Choices } from '../../../ui/Choices.tsx';
import { Heading } from '../../../ui/Screen.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useWords } from '../../../words/use-words.ts';
import { missingPhotos } from '../steps.ts';
import { VisitFrame } from '../VisitFrame.tsx';
import { useVisit } from '../visit-context.ts';
import { FinishFailure } from './FinishFailure.tsx';
import { useFinish } from './use-finish.ts';

type When = 'evening' | 'morning' | 'day' | 'last';

const evening = 18;
const morning = 10;

export function AgainStep() {
  const say = useWords();
  const { draft, plan, save, go, goOn } = useVisit();
  const { finish, isBusy, failure } = useFinish();
  const [chosen, setChosen] = useState<When | null>(() => whenIn(draft));
  const [isSaving, setSaving] = useState(false);
  const now = new Date();
  /**
   * Sets `isSaving`, during which the visit can't be finished, because the draft still has the earlier
   * choice.
   */
  const saveChoice = async (when: When, change: (before: Draft) => Draft) => {
    setChosen(when);
    setSaving(true);
    const changed = await save(change);
    setSaving(false);
    if (!changed) setChosen(whenIn(draft));
    return changed;
  };
  const choose = async (when: When) => {
    const again =
      when === 'evening'
        ? dayAt(0, evening)
        : when === 'morning'
          ? dayAt(1, morning)
          : when === 'day'
            ? dayAt(2, morning)
            : null;
    const changed = await saveChoice(when, (before) => ({
      ...before,
      isFinal: when === 'last',
      tryAgainAt: again && momentOf(again),
    }));
    if (when === 'last' && changed) goOn('again', changed);
  };
  const chooseDay = (day: string) => {
    const at = new Date(`${day}T${String(morning).padStart(2, '0')}:00`);
    if (Number.isNaN(at.getTime())) return;
    void saveChoice('day', (before) => ({ ...before, isFinal: false, tryAgainAt: momentOf(at) }));
  };
  const choices: When[] = ['morning', 'day', 'last'];
  if (now.getHours() < evening) choices.unshift('evening');
  return (
    <VisitFrame
      step="again"
      isLow
      actions={
        chosen === 'last' ? undefined : chosen === null ? (
          <span />
        ) : (
          <Button
            kind="go"
            aria-disabled={isBusy || isSaving}
            onClick={() => {
              if (isSaving) return;
              if (missingPhotos(draft, plan).more > 0) go('photos');
              else finish();
            }}
          >
            {isBusy ? say('summary.finishing') : say('tryAgain.finish')}
          </Button>
        )
      }
    >
      <Heading>
        {say('tryAgain.title', { found: draft.outcome ? say(`found.${draft.outcome}`) : '' })}
      </Heading>
      <FinishFailure failure={failure} />
      <div className="to-thumb grid grid-cols-1 gap-2">
        {chosen === 'day' && (
          <TextField
            label={say('tryAgain.dayLabel')}
            type="date"
            min={inputDay(dayAt(1, morning))}
            value={draft.tryAgainAt ? inputDay(new Date(draft.tryAgainAt)) : ''}
            onValue={chooseDay}
          />
        )}
        <Choices
          label={say('step.again')}
          choices={choices.map((value) => ({ value, label: say(`tryAgain.${value}`) }))}
          chosen={chosen ? [chosen] : []}
          onChoose={(when) => void choose(when)}
        />
      </div>
    </VisitFrame>
  );
}

function dayAt(days: number, hour: number): Date {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(hour, 0, 0, 0);
  return at;
}

const inputDay = (day: Date) => momentOf(day).slice(0, 10);

function whenIn({ isFinal, tryAgainAt }: Draft): When | null {
  if (isFinal === true) return 'last';
  if (tryAgainAt === null) return null;
  const days = daysAfter(tryAgainAt, new Date());
  return days <= 0 ? 'evening' : days === 1 ? 'morning' : 'day';
}
