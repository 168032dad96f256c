import { answerPractice, readPractice, restartPractice } from '../../practice.ts';
import type { EndpointRow } from '../endpoint-row.ts';

export const practiceEndpoints = {
  readPractice: {
    endpoint: readPractice,
    noun: 'Practice',
    title: 'List your answers to practice cases',
  },
  answerPractice: { endpoint: answerPractice, noun: 'Practice', title: 'Answer a practice case' },
  restartPractice: { endpoint: restartPractice, noun: 'Practice', title: 'Start practice again' },
} as const satisfies Record<string, EndpointRow>;
