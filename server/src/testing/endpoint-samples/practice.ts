import type { practiceEndpoints } from '@doorstep/contract/wire/endpoint-list/practice';
import { nothing, type Sample, sending } from '../endpoint-sample.ts';

const payload = { case: 3, answer: 'positive' };

export const practiceSamples: Record<keyof typeof practiceEndpoints, Sample> = {
  readPractice: nothing,
  answerPractice: {
    ...sending(() => payload, { ...payload, case: 11 }),
    changes: 'practice_answers',
  },
  restartPractice: {
    good: async (_, asker) => {
      await asker.post('practice/', payload);
      return {};
    },
    changes: 'practice_answers',
  },
};
