import { expect, type Page, test } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../scripts/chromium.ts';
import { demoPassword } from '../support/sign-in.ts';

test.use({
  viewport: { width: 360, height: 640 },
  permissions: ['camera', 'geolocation'],
  geolocation: { latitude: 19.0726, longitude: 72.8845, accuracy: 12 },
  launchOptions: {
    executablePath: await findChromium(),
    args: [
      ...chromiumFlags,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  },
});

const pin = '407192';
const subjects = ['Door', 'Name plate', 'Person met', 'You, at the place', 'Street'];

async function typePin(page: Page) {
  for (const digit of pin) await page.getByRole('button', { name: digit, exact: true }).click();
}

async function signIn(page: Page) {
  await page.goto('/field/');
  await page.getByLabel('Phone or email').fill('agent@doorstep.test');
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Choose a PIN for this phone' }).waitFor();
  await typePin(page);
  await page.getByRole('heading', { name: 'The same PIN again' }).waitFor();
  await typePin(page);
  await page.getByRole('button', { name: "Go to today's visits" }).click();
}

/** A residence of the agent that was not sent back, as the phone is told of it. */
async function aResidence(page: Page) {
  const signedIn = await page.request.post('/api/v1/auth/login/', {
    data: { email_or_mobile: 'agent@doorstep.test', password: demoPassword, app: 'field' },
  });
  const { tokens } = (await signedIn.json()) as { tokens: { access_token: string } };
  const answer = await page.request.get('/api/v1/agent/task-changes/', {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const { tasks } = (await answer.json()) as {
    tasks: { id: number; name: string; visit_type: string; sent_back: object | null }[];
  };
  const task = tasks.find((one) => /^RESIDENCE/i.test(one.visit_type) && !one.sent_back);
  if (!task) throw new Error('The demo gives its agent no residence');
  return task;
}

async function takePhotos(page: Page) {
  await page.getByRole('button', { name: 'Door', exact: true }).click();
  for (const subject of subjects) {
    const shutter = page.getByRole('button', { name: `Take photo: ${subject}` });
    await expect(shutter).toHaveAttribute('aria-disabled', 'false');
    await shutter.click();
  }
  await expect(page.getByRole('button', { name: /^Look at/ })).toHaveCount(5, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
}

/** Answers each question by its first answer, and the others not at all. */
async function answerQuestions(page: Page) {
  const count = page.getByText(/^\d+ of \d+$/);
  const of = Number((await count.textContent())?.split(' of ')[1]);
  for (let at = 1; at <= of; at += 1) {
    await expect(count).toHaveText(`${at} of ${of}`);
    const first = page.locator('main fieldset button[aria-pressed]').first();
    const isChoice = (await first.count()) > 0;
    await (isChoice ? first : page.getByRole('button', { name: 'Not told' })).click();
    const asMany = page.getByText('As many as there are');
    if (isChoice && (await asMany.count()) > 0 && (await count.textContent()) === `${at} of ${of}`)
      await page.getByRole('button', { name: 'Next' }).click();
  }
}

test('an agent visits a residence with the phone, and the office has the visit', async ({
  page,
}) => {
  const task = await aResidence(page);
  await signIn(page);
  await page.locator(`a[href="/field/task/${task.id}"]`).click();
  await page.getByRole('button', { name: 'Start visit' }).click();
  await expect(page.getByText('12 m', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Met someone' }).click();
  await takePhotos(page);
  await answerQuestions(page);

  await page.getByLabel('Name of a neighbour').fill('Sushila Devi');
  await page.getByLabel('What did they say?').fill('Knows the family well.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: /^Positive/ }).click();
  await page.getByLabel('Your remark').fill('Met in person; the name plate matches.');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await expect(page.getByRole('heading', { name: 'Kept safe on this phone' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await page.goto('/field/queue');
  await typePin(page);
  await expect(page.getByRole('listitem').filter({ hasText: task.name })).toContainText(
    'Received',
    { timeout: 40_000 },
  );

  const signedIn = await page.request.post('/api/v1/auth/login/', {
    data: { email_or_mobile: 'admin@doorstep.test', password: demoPassword },
  });
  const { tokens } = (await signedIn.json()) as { tokens: { access_token: string } };
  const answer = await page.request.get(`/api/v1/applicants/${task.id}/visits/`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  const { results } = (await answer.json()) as { results: object[] };
  expect(results[0]).toMatchObject({
    outcome: 'met',
    is_final: true,
    standing: 'counted',
    overall_observation: 'positive',
    accuracy_m: 12,
    findings: { neighbour1_name: 'Sushila Devi' },
    facts: { addressConfirmed: 'Yes' },
    photos: Array.from({ length: 5 }, () => ({ latitude: 19.0726, longitude: 72.8845 })),
  });
});
