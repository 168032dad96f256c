import { Keypad } from '../../../ui/Keypad.tsx';
import { useWords } from '../../../words/use-words.ts';
import type { AnswerProps } from './QuestionStep.tsx';

/** A number, typed on the app's own keys: the phone's keyboard would hide the question. */
export function NumberAnswer({ answer, onChange }: AnswerProps) {
  const say = useWords();
  return (
    <div className="to-thumb grid grid-cols-1 gap-2">
      <p
        role="status"
        aria-label={`${say('ask.number')}: ${answer || say('ask.notTold')}`}
        className="min-h-[1.5em] text-center text-3xl leading-tight font-bold"
      >
        {answer}
      </p>
      <Keypad
        label={say('ask.number')}
        deleteLabel={say('pin.delete')}
        onDigit={(digit) => onChange(`${answer}${digit}`.replace(/^0+(?=\d)/, '').slice(0, 6))}
        onDelete={() => onChange(answer.slice(0, -1))}
      />
    </div>
  );
}
