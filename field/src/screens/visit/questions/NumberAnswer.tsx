import { useState } from 'react';
import { Keypad } from '../../../ui/Keypad.tsx';
import { useWords } from '../../../words/use-words.ts';
import type { AnswerProps } from './QuestionStep.tsx';

/** A number, typed on the app's own keys: the phone's keyboard would hide the question. */
export function NumberAnswer({ answer: stored, onChange }: AnswerProps) {
  const say = useWords();
  // The next digit may be typed before the one before is on the phone.
  const [answer, setAnswer] = useState(stored);
  const type = (value: string) => {
    setAnswer(value);
    onChange(value);
  };
  return (
    <div className="to-thumb grid grid-cols-1 gap-2">
      <p
        role="status"
        aria-label={`${say('ask.number')}: ${answer || say('ask.noNumber')}`}
        className="min-h-[1.5em] text-center text-3xl leading-tight font-bold"
      >
        {answer}
      </p>
      <Keypad
        label={say('ask.number')}
        deleteLabel={say('pin.delete')}
        onDigit={(digit) => type(`${answer}${digit}`.replace(/^0+(?=\d)/, '').slice(0, 6))}
        onDelete={() => type(answer.slice(0, -1))}
      />
    </div>
  );
}
