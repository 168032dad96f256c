import { answerPractice, readPractice, restartPractice } from '@doorstep/contract/practice';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteAnswers, listAnswers, saveAnswer } from './practice-store.ts';

/**
 * Routes for a reviewer's own answers to practice cases. The audit omits the answers, because no other user
 * sees them and they change no other data.
 */
export function practiceRoutes(app: FastifyInstance, { db }: Platform): void {
  mount(app, readPractice, async ({ user }) => ({ answers: await listAnswers(db, user.id) }));

  mount(app, answerPractice, async ({ body, user }) => {
    await saveAnswer(db, user.id, body);
    return { success: true as const, message: 'Stored.' };
  });

  mount(app, restartPractice, async ({ user }) => {
    await deleteAnswers(db, user.id);
    return { success: true as const, message: 'Practice starts again.' };
  });
}
