import { holdsAadhaarIn } from '@doorstep/contract/reports/identity-number';
import { isPersonName } from '@doorstep/contract/reports/visit-fields';
import { checkFacts, type Question } from '@doorstep/contract/reports/visit-form';
import type { Draft } from '../../lib/visit/draft.ts';
import { useWords } from '../../words/use-words.ts';
import { templateOf } from '../places.ts';
import { answerOf } from './steps.ts';
import { useVisit } from './visit-context.ts';

/** What is wrong with the answers of a draft, by the names of their fields. */
export function problemsOf(draft: Draft): Record<string, string> {
  if (draft.outcome === null || draft.isFinal !== true) return {};
  const answers = { ...draft.statement, ...draft.facts };
  return checkFacts(templateOf(draft.task), draft.outcome, answers).problems;
}

/** What is wrong with an answer, in the agent's language; undefined where nothing is. */
export function useProblem(): (question: Question, answer: string) => string | undefined {
  const say = useWords();
  const { draft } = useVisit();
  return (question, answer) => {
    // While a change is being kept, the draft still holds the earlier answer. What is chosen from a list is never wrong.
    if (answer === '' || answerOf(draft, question) !== answer) return undefined;
    if (question.options?.includes(answer) || question.suggestions?.includes(answer))
      return undefined;
    const problem = problemsOf(draft)[question.name];
    if (!problem) return undefined;
    if (holdsAadhaarIn(question.kind, answer)) return say('ask.aadhaar');
    if (answer.trim().length > question.maxLength)
      return say('ask.long', { max: question.maxLength });
    if (question.kind === 'count') return say('ask.badNumber');
    if (question.kind === 'date') return say('ask.badDate');
    return isPersonName(question.name) ? say('ask.badName') : problem;
  };
}
