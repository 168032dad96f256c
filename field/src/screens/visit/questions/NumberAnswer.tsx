import { useState } from 'react';
import { ChoiceButton } from '../../../ui/Choices.tsx';
import { Keypad } from '../../../ui/Keypad.tsx';
import { useWords } from '../../../words/use-words.ts';
import type { AnswerProps } from './QuestionStep.tsx';

/**
 * Shows the app's own keypad for a number that is not suggested, because the phone's keyboard would hide the
 * question.
 */
export function NumberAnswer(props: AnswerProps) {
  const { question, answer: stored, onChange, onChosen } = props;
  const { suggestions = [] } = question;
  const say = useWords();
  const [isTyped, setTyped] = useState(
    suggestions.length === 0 || (stored !== '' && !suggestions.includes(stored)),
  );
  // This state is local, because the next digit may be typed before the previous digit is stored.
  const [answer, setAnswer] = useState(stored);
  const type = (value: string) => {
    setAnswer(value);
    onChange(value);
  };
  if (!isTyped) {
    return (
      <fieldset className="to-thumb grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-1.5 pt-4">
        <legend className="sr-only">{say('ask.number')}</legend>
        {suggestions.map((value) => (
          <ChoiceButton
            key={value}
            isChosen={stored === value}
            isDense
            onClick={() => onChosen(value)}
          >
            {value}
          </ChoiceButton>
        ))}
        <div className="col-span-full">
          <ChoiceButton isChosen={false} isDense onClick={() => setTyped(true)}>
            {say('ask.otherNumber')}
          </ChoiceButton>
        </div>
      </fieldset>
    );
  }
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
