import { expect, type Page, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { isKept, phone, signInOnPhone } from '../support/phone/phone.ts';

test.use(phone);

/**
 * The maximum numbers of taps and characters for a visit to a residence where the applicant is met. The visit
 * has six photos, and all questions are answered.
 */
const most = { taps: 35, characters: 82 };

/** The answers by question. An answer is the label of a choice, several such labels, or typed text. */
const answers: Record<string, string | readonly string[]> = {
  'Is this the address in the task?': 'Yes',
  'Which landmark is near?': 'Temple',
  'What kind of home is it?': 'Flat · Pucca',
  'What kind of locality is it?': 'Middle class',
  'How easy was the address to find?': 'Easy',
  'How does the building look from outside?': 'Good',
  'Name of the person you met': '',
  'How long has the applicant lived here?': 'Since birth · Permanent',
  'Is the home owned or rented?': 'Owned · Permanent address: Same as this address',
  'Education of the applicant': 'Graduate',
  'Is the applicant married?': 'Married',
  'How many people live in the household?': '5',
  'How many people depend on the applicant?': '3',
  'Which vehicle does the household have?': 'Two-wheeler',
  'Where does the applicant work?': 'Zenith Garments',
  'What is the applicant’s job?': 'Accountant',
  'About how many square feet is the home?': '650',
  'What is in the home?': ['TV', 'Fridge', 'Sofa'],
  'How does the home look inside?': 'Good',
  'Which proof of address did you see?': 'Electricity bill',
};
const typed = ['Where does the applicant work?', 'What is the applicant’s job?'];
const photos = ['Door', 'Name plate', 'Person met', 'Agent at the address', 'Street', 'Another'];

interface Counted {
  counted: { taps: number; characters: number };
}

/** Each pressed key counts as a character, including keys such as Enter on the phone's keyboard. */
const startCounting = (page: Page) =>
  page.evaluate(() => {
    const counted = { taps: 0, characters: 0 };
    Object.assign(globalThis, { counted });
    addEventListener('pointerdown', () => (counted.taps += 1), true);
    addEventListener('keydown', () => (counted.characters += 1), true);
  });

test('takes few taps and characters for a whole visit', async ({ page, baseURL }) => {
  const office = await openOffice(`${baseURL}`);
  const { email, tasks } = await office.hire('Mohan Lal', 'RESIDENCE');
  const [task] = tasks;
  answers['Name of the person you met'] = `The applicant: ${task.applicant_name} · Female`;
  await signInOnPhone(page, email);
  const tap = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
  await page.locator(`a[href="/field/task/${task.id}"]`).waitFor();
  await startCounting(page);

  await page.locator(`a[href="/field/task/${task.id}"]`).click();
  await tap(/^(Start visit|Visit again)$/);
  await tap('Met someone');
  for (const [at, subject] of photos.entries()) {
    const shutter = page.getByRole('button', { name: `Take photo: ${subject}` });
    await expect(shutter).toHaveAttribute('aria-disabled', 'false');
    await shutter.click();
    await expect(page.getByRole('button', { name: /^Look at/ })).toHaveCount(at + 1, {
      timeout: 60_000,
    });
  }
  await tap('Done');

  for (const [question, answer] of Object.entries(answers)) {
    await expect(page.getByRole('heading', { name: question, exact: true })).toBeVisible();
    if (typed.includes(question)) {
      await expect(page.getByRole('textbox', { name: question })).toBeFocused();
      await page.keyboard.type(String(answer));
      await page.keyboard.press('Enter');
      continue;
    }
    for (const one of [answer].flat()) await tap(one);
  }
  await tap('Did not want to sign');
  await expect(page.getByRole('textbox', { name: 'Name of a neighbour' })).toBeFocused();
  await page.keyboard.type('Sushila Devi');
  for (const one of ['Next door', 'Knows the applicant · Since birth']) await tap(one);
  await tap(/^Positive/);
  await expect(page.getByRole('textbox', { name: 'Your remark' })).toBeFocused();
  await page.keyboard.type('Met in person, name plate and papers match.');
  await tap('Finish visit');
  await isKept(page);

  const counted = await page.evaluate(() => (globalThis as unknown as Counted).counted);
  console.log(`A residence with six photos: ${counted.taps} taps, ${counted.characters} keys.`);
  expect(counted.taps).toBeLessThanOrEqual(most.taps);
  expect(counted.characters).toBeLessThanOrEqual(most.characters);

  await expect
    .poll(async () => (await office.visitsTo(task.id))[0])
    .toMatchObject({
      facts: {
        person_met: task.applicant_name,
        ...{ constructionOfResidence: 'PUCCA', assetsSeenAtResidence: 'TV, Fridge, Sofa' },
        ...{ durationOfStayAsPerNeighbor: 'Since birth', companyName: 'Zenith Garments' },
      },
    });
});
