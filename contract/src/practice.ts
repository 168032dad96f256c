import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { Outcome } from './wire/paging.ts';

/**
 * The number of made-up cases of the practice desk. The web app contains the cases. The server stores only
 * their numbers, from 1, and the answers.
 */
export const practiceCases = 10;

export const practiceAnswers = ['positive', 'negative', 'send_back'] as const;
export type PracticeAnswer = (typeof practiceAnswers)[number];

const given = {
  case: z.int().check(z.gte(1), z.lte(practiceCases)),
  answer: z.enum(practiceAnswers),
};

export const PracticeProgress = z.object({ answers: z.array(z.object(given)) });
export type PracticeProgress = z.infer<typeof PracticeProgress>;

export const readPractice = defineEndpoint({
  method: 'GET',
  path: '/api/v1/practice/',
  access: 'adminOwn',
  response: PracticeProgress,
});

/** A later answer to the same case replaces an earlier one. */
export const answerPractice = defineEndpoint({
  method: 'POST',
  path: '/api/v1/practice/',
  access: 'adminOwn',
  body: z.strictObject(given),
  response: Outcome,
});

export const restartPractice = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/practice/',
  access: 'adminOwn',
  response: Outcome,
});
