import type { practiceEndpoints } from '@doorstep/contract/wire/endpoint-list/practice';
import { asked, nothing, type Sample } from '../endpoint-sample.ts';

const payload = { case: 3, answer: 'positive' };

export const practiceSamples: Record<keyof typeof practiceEndpoints, Sample> = {
  readPractice: { good: nothing },
  answerPractice: {
    good: async () => ({ payload }),
    bad: { payload: { ...payload, case: 11 } },
    changes: 'practice_answers',
  },
  restartPractice: {
    good: async ({ app }, asker) => {
      const { headers } = asked(asker);
      await app.inject({ method: 'POST', url: '/api/v1/practice/', headers, payload });
      return {};
    },
    changes: 'practice_answers',
  },
};
