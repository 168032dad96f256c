import { expect, type Page, test } from '@playwright/test';
import {
  answerQuestions,
  beginVisit,
  isKept,
  next,
  openAt,
  phone,
  signInOnPhone,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';
import { signInByCall } from '../support/sign-in.ts';

test.use(phone);

const subjects = ['Door', 'Name plate', 'Person met', 'Agent at the address', 'Street'];

/** A residence of the agent that was not sent back, as the phone is told of it. */
async function aResidence(page: Page, address: string) {
  const headers = await signInByCall(address, 'agent@doorstep.test', { app: 'field' });
  const answer = await page.request.get('/api/v1/agent/task-changes/', { headers });
  const { tasks } = (await answer.json()) as {
    tasks: {
      id: number;
      application_id: string;
      name: string;
      visit_type: string;
      sent_back: object | null;
    }[];
  };
  const task = tasks.find(
    // What the main job's spreadsheet brings is visited there.
    (one) =>
      /^RESIDENCE/i.test(one.visit_type) &&
      !one.sent_back &&
      !one.application_id.startsWith('DSX-'),
  );
  if (!task) throw new Error('The demo gives its agent no residence');
  return task;
}

test('an agent visits a residence with the phone, and the office has the visit', async ({
  page,
  baseURL,
}) => {
  const task = await aResidence(page, `${baseURL}`);
  await signInOnPhone(page, 'agent@doorstep.test');
  await beginVisit(page, task.id);
  await page.getByRole('button', { name: 'Met someone' }).click();
  await takePhotos(page, subjects);
  await answerQuestions(page);

  await page.getByLabel('Name of a neighbour').fill('Sushila Devi');
  await page.getByLabel('What did they say?').fill('Knows the family well.');
  await next(page);
  await page.getByRole('button', { name: /^Positive/ }).click();
  await page.getByLabel('Your remark').fill('Met in person; the name plate matches.');
  await next(page);
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await isKept(page);
  await toToday(page);
  await openAt(page, '/field/queue');
  await expect(page.getByRole('listitem').filter({ hasText: task.name })).toContainText(
    'Received',
    { timeout: 40_000 },
  );

  const headers = await signInByCall(`${baseURL}`, 'admin@doorstep.test');
  const answer = await page.request.get(`/api/v1/applicants/${task.id}/visits/`, { headers });
  const { results } = (await answer.json()) as { results: object[] };
  expect(results[0]).toMatchObject({
    outcome: 'met',
    is_final: true,
    standing: 'counted',
    overall_observation: 'positive',
    accuracy_m: 12,
    statement: { neighbour1_name: 'Sushila Devi' },
    facts: { addressConfirmed: 'Yes' },
    photos: Array.from({ length: 5 }, () => ({ latitude: 19.0726, longitude: 72.8845 })),
  });
});
