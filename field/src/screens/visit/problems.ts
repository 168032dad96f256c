import { answerContainsAadhaar } from '@doorstep/contract/reports/identity-number';
import { isPersonName } from '@doorstep/contract/reports/visit-fields';
import { checkFacts, type Question } from '@doorstep/contract/reports/visit-form';
import type { Draft } from '../../lib/visit/draft.ts';
import { useWords } from '../../words/use-words.ts';
import { templateOf } from '../places.ts';
import { answerOf } from './steps.ts';
import { useVisit } from './visit-context.ts';

export function problemsOf(draft: Draft): Record<string, string> {
  if (draft.outcome === null || draft.isFinal !== true) return {};
  const answers = { ...draft.statement, ...draft.facts };
  return checkFacts(templateOf(draft.task), draft.outcome, answers).problems;
}

export function useProblem(): (question: Question, answer: string) => string | undefined {
  const say = useWords();
  const { draft } = useVisit();
  return (question, answer) => {
    // Only a stored answer is checked, so nothing is reported while a change is being stored. Answers from a
    // list are always valid.
    if (answer === '' || answerOf(draft, question) !== answer) return undefined;
    if (question.options?.includes(answer) || question.suggestions?.includes(answer))
      return undefined;
    const problem = problemsOf(draft)[question.name];
    if (!problem) return undefined;
    if (answerContainsAadhaar(question.kind, answer)) return say('ask.aadhaar');
    if (answer.trim().length > question.maxLength)
      return say('ask.long', { max: question.maxLength });
    return isPersonName(question.name) ? say('ask.badName') : problem;
  };
}
