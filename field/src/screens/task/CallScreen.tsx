import type { CallResult } from '@doorstep/contract/visits/calls';
import { useEffect, useState } from 'react';
import { goBack } from '../../lib/address.ts';
import { answerCall, forgetCall } from '../../lib/calls/answer-call.ts';
import { type OwnCall, useCallsToAsk } from '../../lib/calls/calls.ts';
import { isFull } from '../../lib/db/database.ts';
import { momentOf } from '../../lib/moment.ts';
import { BackButton, Button } from '../../ui/Button.tsx';
import { Choices } from '../../ui/Choices.tsx';
import { Actions, Bar, Screen } from '../../ui/Screen.tsx';
import { useWords } from '../../words/use-words.ts';
import { NotSaved } from '../NotSaved.tsx';
import { momentInWords } from '../time-left.ts';
import { useNow } from '../use-now.ts';
import { ChooseAppointment } from './ChooseAppointment.tsx';

export default function CallScreen({ taskId }: { taskId: number }) {
  const asked = useCallsToAsk();
  const call = asked?.find((one) => one.taskId === taskId);
  const isDone = asked !== undefined && !call;
  useEffect(() => {
    if (isDone) goBack(`/task/${taskId}`);
  }, [isDone, taskId]);
  return call ? <Question key={call.id} call={call} /> : null;
}

const answers = ['reached', 'not_reachable', 'switched_off', 'appointment'] as const;

function Question({ call }: { call: OwnCall }) {
  const say = useWords();
  const now = useNow();
  const [chosen, setChosen] = useState<CallResult>();
  const [appointment, setAppointment] = useState<Date>();
  const [problem, setProblem] = useState<'full' | 'failed'>();
  const [isBusy, setBusy] = useState(false);
  const isMeeting = chosen === 'appointment';
  const store = async (write: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await write();
    } catch (error) {
      setChosen(undefined);
      setProblem(isFull(error) ? 'full' : 'failed');
      reportError(error);
    }
    setBusy(false);
  };
  const choose = (result: CallResult) => {
    setChosen(result);
    if (result !== 'appointment') void store(() => answerCall(call.id, result));
  };
  const back = () => {
    if (!isMeeting) return goBack(`/task/${call.taskId}`);
    setChosen(undefined);
    setAppointment(undefined);
  };
  return (
    <Screen
      header={<Bar title={say('call.ask')} />}
      isLow
      content={isMeeting ? 'appointment' : 'result'}
      foot={
        <Actions isRuled>
          <BackButton label={say('back')} onClick={back} />
          {isMeeting && appointment && (
            <Button
              kind="go"
              aria-disabled={isBusy}
              onClick={() =>
                void store(() => answerCall(call.id, 'appointment', momentOf(appointment)))
              }
            >
              {say('call.save', { time: momentInWords(momentOf(appointment), now, say) })}
            </Button>
          )}
        </Actions>
      }
    >
      <p className="text-xl leading-tight font-bold wrap-anywhere">{call.name}</p>
      <p className="text-muted">{say('call.at', { time: momentInWords(call.at, now, say) })}</p>
      {problem && (
        <div className="pt-3">
          <NotSaved problem={problem} />
        </div>
      )}
      <div className="to-thumb grid grid-cols-1 gap-3 pt-4">
        {isMeeting ? (
          // Converts the time from the phone's clock to the server's. The call has its start by both clocks:
          // `begunAt` by the phone's, `at` by the server's.
          <ChooseAppointment
            now={new Date(now.getTime() - call.begunAt + Date.parse(call.at))}
            chosen={appointment}
            onChoose={setAppointment}
          />
        ) : (
          <>
            <Choices
              label={say('call.ask')}
              choices={answers.map((value) => ({ value, label: say(`call.${value}`) }))}
              chosen={chosen ? [chosen] : []}
              onChoose={choose}
            />
            <Button
              kind="text"
              className="justify-center"
              onClick={() => void store(() => forgetCall(call.id))}
            >
              {say('call.none')}
            </Button>
          </>
        )}
      </div>
    </Screen>
  );
}
