import { useLayoutEffect } from 'react';
import { answerOf } from '../steps.ts';
import { useVisit } from '../visit-context.ts';

/** Opens the first open question, or the last question if each one is answered or skipped. */
export function FirstOpenQuestion() {
  const { draft, plan, go } = useVisit();
  const { questions } = plan;
  const first = questions.findIndex(
    (question) => answerOf(draft, question).trim() === '' && !draft.passed.includes(question.name),
  );
  useLayoutEffect(() => {
    go('questions', first < 0 ? Math.max(1, questions.length) : first + 1, { replace: true });
  });
  return null;
}
