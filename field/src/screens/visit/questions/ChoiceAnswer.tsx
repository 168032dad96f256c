import { keyboardOf } from '@doorstep/contract/reports/keyboards';
import { sameAddress } from '@doorstep/contract/reports/same-address';
import { isPersonName } from '@doorstep/contract/reports/visit-fields';
import { useState } from 'react';
import { ChoiceButton, Choices } from '../../../ui/Choices.tsx';
import { LongField, TextField } from '../../../ui/TextField.tsx';
import { type Translation, useWords } from '../../../words/use-words.ts';
import type { AnswerProps } from './QuestionStep.tsx';

const separator = ', ';

/** An answer chosen from a list, or typed where the form allows other text. */
export function ChoiceAnswer({ question, answer, problem, onChange, onChosen }: AnswerProps) {
  const say = useWords();
  const { options, suggestions = [], isMany = false, isMostlyTyped = false } = question;
  const listed = options ?? suggestions;
  // 'Something else' counts: six in one column don't fit on a small phone.
  const isDense = listed.length + (options ? 0 : 1) > 5;
  const parts = isMany ? answer.split(separator).filter(Boolean) : [answer].filter(Boolean);
  const picked = parts.filter((part) => listed.includes(part));
  const own = parts.filter((part) => !listed.includes(part)).join(separator);
  const [text, setText] = useState(own);
  const [isOpen, setOpen] = useState(isMostlyTyped || own !== '');
  const choose = (value: string) => {
    if (!isMany) return onChosen(value);
    const next = picked.includes(value)
      ? picked.filter((one) => one !== value)
      : listed.filter((one) => one === value || picked.includes(one));
    onChange([...next, text.trim()].filter(Boolean).join(separator));
  };
  const type = (value: string) => {
    setText(value);
    onChange([...(isMany ? picked : []), value].filter(Boolean).join(separator));
  };
  const name = say.question(question.key, question.text);
  const field = {
    label: isMostlyTyped ? name : say('ask.otherLabel'),
    isLabelHidden: isMostlyTyped,
    value: text,
    onValue: type,
    problem,
  };
  return (
    <div className="to-thumb grid grid-cols-1 gap-2 pt-4">
      {isMany && <p className="text-sm text-muted">{say('ask.many')}</p>}
      {isOpen &&
        (question.kind === 'long' && !isMany ? (
          <LongField {...field} />
        ) : (
          <TextField
            {...field}
            {...keyboardOf(question.kind)}
            autoFocus={own === '' && !isMostlyTyped}
          />
        ))}
      <Choices
        label={name}
        choices={listed.map((value) => ({
          value,
          label: labelOf(question, value, say),
        }))}
        chosen={picked}
        onChoose={choose}
        isMany={isMany}
        isDense={isDense}
        last={
          !options &&
          !isOpen && (
            <ChoiceButton
              isChosen={false}
              isMany={isMany}
              isDense={isDense}
              onClick={() => setOpen(true)}
            >
              {say('ask.other')}
            </ChoiceButton>
          )
        }
      />
    </div>
  );
}

/** A name is shown as it is written. What a report says at length is short here. */
function labelOf({ name }: AnswerProps['question'], value: string, say: Translation): string {
  if (isPersonName(name)) return value;
  return value === sameAddress ? say('ask.same') : say.answer(value);
}
