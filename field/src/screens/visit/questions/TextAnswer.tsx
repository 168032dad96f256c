import { keyboardOf } from '@doorstep/contract/reports/keyboards';
import { useEffect, useRef, useState } from 'react';
import { LongField, TextField } from '../../../ui/TextField.tsx';
import { useWords } from '../../../words/use-words.ts';
import type { AnswerProps } from './QuestionStep.tsx';

export function TextAnswer({ question, answer, problem, onChange, onEnter }: AnswerProps) {
  const say = useWords();
  const [text, setText] = useState(answer);
  const box = useRef<HTMLDivElement>(null);
  const isNew = useRef(answer === '');
  // Moves the focus from the heading to the field. Screen readers still read the question, because it is
  // the field's label.
  useEffect(() => {
    if (isNew.current) box.current?.querySelector('input')?.focus();
  }, []);
  const type = (value: string) => {
    setText(value);
    onChange(value);
  };
  const field = {
    label: say.question(question.key, question.text),
    isLabelHidden: true,
    value: text,
    onValue: type,
    problem,
  };
  return (
    <div ref={box} className="grid grid-cols-1 gap-2 pt-4">
      {question.kind === 'long' ? (
        <LongField {...field} rows={4} />
      ) : (
        <TextField
          {...field}
          {...keyboardOf(question.kind)}
          enterKeyHint="next"
          onEnter={text.trim() === '' ? undefined : onEnter}
        />
      )}
    </div>
  );
}
