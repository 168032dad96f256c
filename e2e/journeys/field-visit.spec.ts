import type { Visit } from '@doorstep/contract/visits/visit';
import { expect, test } from '@playwright/test';
import {
  answerQuestions,
  beginVisit,
  cropDocument,
  findResidenceTask,
  goTo,
  isKept,
  next,
  openAt,
  phone,
  sign,
  signInOnPhone,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';
import { signInByCall } from '../support/sign-in.ts';

test.use(phone);

const subjects = ['Door', 'Name plate', 'Person met', 'Agent at the address', 'Street'];

test('lets an agent visit a residence with the phone, and shows the visit to the office', async ({
  page,
  baseURL,
}) => {
  const task = await findResidenceTask(page, `${baseURL}`);
  await signInOnPhone(page, 'agent@doorstep.test');
  await beginVisit(page, task.id);
  await page.getByRole('button', { name: 'Met someone' }).click();
  await takePhotos(page, subjects);
  const step = new URL(page.url()).pathname.replace('/field', '');
  await cropDocument(page, step.split('/').slice(0, 3).join('/'));
  await goTo(page, step);
  await answerQuestions(page);
  await sign(page);

  await page.getByLabel('Name of a neighbour').fill('Sushila Devi');
  await page.getByLabel('What did the neighbour say?').fill('Knows the family well.');
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
  const { results } = (await answer.json()) as { results: Visit[] };
  expect(results[0]).toMatchObject({
    outcome: 'met',
    is_final: true,
    standing: 'counted',
    overall_observation: 'positive',
    accuracy_m: 12,
    statement: { neighbour1_name: 'Sushila Devi' },
    facts: { addressConfirmed: 'Yes' },
    signature: { answer: 'signed', words: expect.stringMatching(/^I was visited today by /) },
    photos: Array.from({ length: 6 }, (_, at) => ({
      ...{ latitude: 19.0726, longitude: 72.8845, is_cropped: at === 5 },
    })),
  });
  const picture = await page.request.get(results[0]?.signature?.url ?? '', { headers });
  expect(picture.headers()['content-type']).toBe('image/jpeg');
});
