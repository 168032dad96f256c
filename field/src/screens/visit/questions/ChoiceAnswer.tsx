import { keyboardOf } from '@doorstep/contract/reports/keyboards';
import { sameAddress } from '@doorstep/contract/reports/same-address';
import { isPersonName, personMetField } from '@doorstep/contract/reports/visit-fields';
import { useState } from 'react';
import { ChoiceButton, Choices } from '../../../ui/Choices.tsx';
import { LongField, TextField } from '../../../ui/TextField.tsx';
import { type Translation, useWords } from '../../../words/use-words.ts';
import { togetherIn } from '../steps.ts';
import { useVisit } from '../visit-context.ts';
import type { AnswerProps } from './QuestionStep.tsx';

const separator = ', ';

export function ChoiceAnswer(props: AnswerProps) {
  const { question, problem, onChange, onChosen, onEnter, isShared = false } = props;
  const say = useWords();
  const { draft, plan } = useVisit();
  const { options, suggestions = [], isMany = false, isMostlyTyped = false } = question;
  const listed = options ?? suggestions;
  const together = togetherIn(plan, question).map((answers) => ({
    answers,
    isChosen: Object.entries(answers).every(([asked, value]) => draft.facts[asked] === value),
  }));
  // Counts 'Something else' too, because six answers in one column don't fit on a small phone.
  const isDense = isShared || listed.length + (options ? 0 : 1) + together.length > 5;
  // This state is local, because the next answer may be tapped before the previous answer is stored.
  const [many, setMany] = useState(props.answer);
  const answer = isMany ? many : props.answer;
  const change = (value: string) => {
    setMany(value);
    onChange(value);
  };
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
    change([...next, text.trim()].filter(Boolean).join(separator));
  };
  const type = (value: string) => {
    setText(value);
    change([...(isMany ? picked : []), value].filter(Boolean).join(separator));
  };
  const name = say.question(question.key, question.text);
  const labelIn = (asked: string, value: string) => {
    const one = plan.questions.find((other) => other.name === asked) ?? question;
    const label = labelOf(one, value, say);
    // "Same as this address" says nothing without its question.
    return value === sameAddress && one !== question
      ? `${say.question(one.key, one.text)}: ${label}`
      : label;
  };
  const field = {
    label: isMostlyTyped ? name : say('ask.otherLabel'),
    isLabelHidden: isMostlyTyped,
    value: text,
    onValue: type,
    problem,
  };
  return (
    <div className={`to-thumb grid grid-cols-1 gap-2 ${isShared ? 'pt-2' : 'pt-4'}`}>
      {isMany && <p className="text-sm text-muted">{say('ask.many')}</p>}
      {isOpen &&
        (question.kind === 'long' && !isMany ? (
          <LongField {...field} />
        ) : (
          <TextField
            {...field}
            {...keyboardOf(question.kind)}
            enterKeyHint="next"
            onEnter={text.trim() === '' ? undefined : onEnter}
            autoFocus={own === '' && !isMostlyTyped}
          />
        ))}
      <Choices
        label={name}
        choices={listed.map((value) => ({
          value,
          label: labelOf(question, value, say),
        }))}
        chosen={together.some(({ isChosen }) => isChosen) ? [] : picked}
        onChoose={choose}
        isMany={isMany}
        isDense={isDense}
        isPacked={isShared}
        last={
          <>
            {together.map(({ answers, isChosen }) => (
              <div key={Object.values(answers).join()} className="col-span-full">
                <ChoiceButton
                  isChosen={isChosen}
                  isDense={isDense}
                  onClick={() => onChosen(answers[question.name] ?? '', answers)}
                >
                  {Object.entries(answers)
                    .map(([asked, value]) => labelIn(asked, value))
                    .join(' · ')}
                </ChoiceButton>
              </div>
            ))}
            {!options && !isOpen && (
              <ChoiceButton
                isChosen={false}
                isMany={isMany}
                isDense={isDense}
                onClick={() => setOpen(true)}
              >
                {say('ask.other')}
              </ChoiceButton>
            )}
          </>
        }
      />
    </div>
  );
}

/** Returns the label of an answer. Names of people are not translated. */
function labelOf({ name }: AnswerProps['question'], value: string, say: Translation): string {
  if (name === personMetField) return say('ask.applicant', { name: value });
  if (isPersonName(name)) return value;
  return value === sameAddress ? say('ask.same') : say.answer(value);
}
