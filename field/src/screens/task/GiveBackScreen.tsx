import { limits } from '@doorstep/contract/limits';
import { containsAadhaar } from '@doorstep/contract/text/aadhaar';
import { callsBeforeGiveBack } from '@doorstep/contract/visits/calls';
import { type GiveBackReason, giveBackReasons } from '@doorstep/contract/visits/give-back';
import { useState } from 'react';
import { goBack, goTo, rememberAddress } from '../../lib/address.ts';
import { unansweredOf } from '../../lib/calls/calls.ts';
import { NoAnswer, Refusal } from '../../lib/session/api.ts';
import { giveBack } from '../../lib/tasks/give-back.ts';
import { useTasks } from '../../lib/tasks/tasks.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/Choices.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { LongField } from '../../ui/TextField.tsx';
import { type Translation, useWords } from '../../words/use-words.ts';
import { CallList } from './CallList.tsx';
import { MissingTask } from './MissingTask.tsx';

export default function GiveBackScreen({ taskId }: { taskId: number }) {
  const say = useWords();
  const tasks = useTasks();
  const task = tasks?.find(({ id }) => id === taskId);
  const [reason, setReason] = useState<GiveBackReason>();
  const [note, setNote] = useState('');
  const [noteProblem, setNoteProblem] = useState<string>();
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  if (!tasks) return null;
  // Once the office has accepted the give-back, the task is gone, even if the phone did not get the office's
  // answer.
  if (!task) return <MissingTask />;
  const unanswered = unansweredOf(task);
  const reasons = giveBackReasons.filter(
    (one) => one !== 'no_answer' || unanswered.length >= callsBeforeGiveBack,
  );
  const send = async () => {
    if (!reason || isBusy) return;
    if (reason === 'other' && !note.trim()) return setNoteProblem(say('give.noteMust'));
    if (containsAadhaar(note)) return setNoteProblem(say('give.aadhaar'));
    setNoteProblem(undefined);
    setProblem('');
    setBusy(true);
    const isHere = rememberAddress();
    try {
      await giveBack(task, reason, note.trim());
      if (isHere()) goTo('/', { replace: true });
    } catch (error) {
      setProblem(problemOf(error, say));
      setBusy(false);
    }
  };
  return (
    <Screen
      header={<Bar title={say('task.giveBack')} />}
      isLow
      foot={
        <Actions isRuled>
          <BackButton label={say('back')} onClick={() => goBack(`/task/${taskId}`)} />
          {reason && (
            <Button kind="go" aria-disabled={isBusy} onClick={() => void send()}>
              {say(isBusy ? 'give.busy' : 'give.send')}
            </Button>
          )}
        </Actions>
      }
    >
      <p className="text-sm font-semibold text-muted">{task.name}</p>
      <h2 className="text-xl leading-tight font-bold">{say('give.why')}</h2>
      {problem && (
        <div className="mt-3">
          <Notice kind="danger" title={problem} isNews />
        </div>
      )}
      <div className="to-thumb grid grid-cols-1 gap-3 pt-4">
        <Choices
          label={say('give.why')}
          choices={reasons.map((value) => ({ value, label: say(`give.${value}`) }))}
          chosen={reason ? [reason] : []}
          onChoose={setReason}
        />
        {reason === 'no_answer' && <CallList calls={unanswered} />}
        {reason && (
          <LongField
            label={say('give.note')}
            rows={2}
            maxLength={limits.noteLength}
            value={note}
            onValue={setNote}
            problem={noteProblem}
          />
        )}
      </div>
    </Screen>
  );
}

function problemOf(error: unknown, say: Translation): string {
  if (error instanceof NoAnswer) return say('give.noNetwork');
  if (error instanceof Refusal && error.code === 'too_few_calls') return say('give.tooFew');
  if (error instanceof Refusal && error.status === 409) return say('give.changed');
  return say('give.failed');
}
