import { expect, test } from 'vitest';
import { signIn, startSharedApp } from '../../testing/test-app.ts';

const running = await startSharedApp();

// Covers: practice-2
test('answers to practice cases are one’s own, and are deleted on request and with the account', async () => {
  const [asha, ravi] = [await signIn(running, 'admin'), await signIn(running, 'admin')];
  const answers = async (who: typeof asha) => (await who.get('practice/')).json().answers;
  await asha.post('practice/', { case: 2, answer: 'positive' });
  await asha.post('practice/', { case: 2, answer: 'send_back' });
  await ravi.post('practice/', { case: 1, answer: 'negative' });
  expect(await answers(asha)).toEqual([{ case: 2, answer: 'send_back' }]);
  expect((await asha.post('practice/', { case: 11, answer: 'positive' })).statusCode).toBe(400);
  await asha.delete('practice/');
  expect(await answers(asha)).toEqual([]);
  expect(await answers(ravi)).toEqual([{ case: 1, answer: 'negative' }]);
  const boss = await signIn(running, 'superadmin');
  expect((await boss.delete(`users/${ravi.user.id}/`)).statusCode).toBeLessThan(300);
  expect(await running.db.selectFrom('practice_answers').selectAll().execute()).toEqual([]);
});
