import { useState } from 'react';
import { momentOf } from '../../lib/moment.ts';
import { Choices } from '../../ui/Choices.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { timeOf } from '../../words/format.ts';
import { useWords } from '../../words/use-words.ts';

/** The first and the last hour that can be chosen for an appointment. */
const [first, last] = [8, 20];

interface ChooseAppointmentProps {
  now: Date;
  chosen: Date | undefined;
  onChoose: (at: Date | undefined) => void;
}

export function ChooseAppointment({ now, chosen, onChoose }: ChooseAppointmentProps) {
  const say = useWords();
  const today = dayOf(now, 0);
  const tomorrow = dayOf(now, 1);
  const isLate = now.getHours() >= last;
  const [day, setDay] = useState(isLate ? tomorrow : today);
  const [isOther, setOther] = useState(false);
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    .map((hour) => new Date(`${day}T${String(hour).padStart(2, '0')}:00`))
    .filter((at) => at > now);
  const chooseDay = (next: string) => {
    setDay(next);
    onChoose(undefined);
  };
  const days = [
    ...(isLate ? [] : [{ value: today, label: say('today') }]),
    { value: tomorrow, label: say('call.tomorrow') },
    { value: 'other', label: say('tryAgain.day') },
  ];
  return (
    <>
      <Choices
        label={say('tryAgain.dayLabel')}
        choices={days}
        chosen={[isOther ? 'other' : day]}
        onChoose={(value) => {
          setOther(value === 'other');
          chooseDay(value === 'other' ? dayOf(now, 2) : value);
        }}
        isDense
      />
      {isOther && (
        <TextField
          label={say('tryAgain.dayLabel')}
          type="date"
          min={today}
          value={day}
          onValue={chooseDay}
        />
      )}
      <p className="font-semibold">{say('call.when')}</p>
      <Choices
        label={say('call.when')}
        choices={hours.map((at) => ({
          value: at.toISOString(),
          label: timeOf(say.language, at),
        }))}
        chosen={chosen ? [chosen.toISOString()] : []}
        onChoose={(value) => onChoose(new Date(value))}
        isDense
        className="grid-cols-[repeat(auto-fit,minmax(min(100%,6rem),1fr))]!"
      />
    </>
  );
}

function dayOf(now: Date, days: number): string {
  const at = new Date(now);
  at.setDate(at.getDate() + days);
  return momentOf(at).slice(0, 10);
}
