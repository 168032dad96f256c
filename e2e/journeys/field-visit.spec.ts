import { expect, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import {
  beginVisit,
  cropDocument,
  goTo,
  makeFinalVisit,
  openAt,
  phone,
  signInOnPhone,
  takePhotos,
  toToday,
} from '../support/phone/phone.ts';

test.use(phone);

const subjects = ['Door', 'Name plate', 'Person met', 'Agent at the address', 'Street'];

test('lets an agent visit a residence with the phone, and shows the visit to the office', async ({
  page,
  baseURL,
}) => {
  const office = await openOffice(`${baseURL}`);
  const { email, tasks } = await office.hire('Mohan Lal', 'RESIDENCE');
  const [task] = tasks;
  await signInOnPhone(page, email);
  await beginVisit(page, task.id);
  await page.getByRole('button', { name: 'Met someone' }).click();
  await takePhotos(page, subjects);
  const step = new URL(page.url()).pathname.replace('/field', '');
  await cropDocument(page, step.split('/').slice(0, 3).join('/'));
  await goTo(page, step);
  await makeFinalVisit(page, 'Met in person.', { signs: true, neighbour: 'Sushila Devi' });
  await toToday(page);
  await openAt(page, '/field/queue');
  await expect(page.getByRole('listitem').filter({ hasText: task.applicant_name })).toContainText(
    'Received',
    { timeout: 40_000 },
  );

  const [visit] = await office.visitsTo(task.id);
  expect(visit).toMatchObject({
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
  const picture = await office.download(visit?.signature?.url ?? '');
  expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff');
});
