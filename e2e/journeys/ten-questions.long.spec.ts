import { expect, type Locator, type Page, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';

type Part = (page: Page) => Locator;

interface Question {
  asked: string;
  clicks: Part[];
  /** The pin code that is typed after the clicks. Typing doesn't count as a click. */
  pinCode?: string;
  answer: Part;
}

const tile =
  (name: string): Part =>
  (page) =>
    page.getByRole('main').getByRole('link', { name: new RegExp(`^[\\d,]+ ${name}$`) });
const board: Part = (page) => page.getByRole('link', { name: 'Open the board' });
const onBoard =
  (name: RegExp): Part =>
  (page) =>
    page.getByRole('link', { name }).first();
const button =
  (name: string | RegExp): Part =>
  (page) =>
    page.getByRole('button', { name, exact: true });
const firstRow =
  (text: string | RegExp): Part =>
  (page) =>
    page.locator('tbody:not(.dimmed) tr').first().filter({ hasText: text });

const questions: Question[] = [
  { asked: 'What is late?', clicks: [tile('Late')], answer: firstRow('Late by') },
  {
    asked: 'What is due within two hours?',
    clicks: [tile('Due within 2 h')],
    answer: firstRow(/Due in (\d+ min|1 h)/),
  },
  {
    asked: 'What is late in Kochi?',
    clicks: [tile('Late'), button('Filters'), (page) => page.getByLabel('Pin code starts with')],
    pinCode: '6831',
    answer: firstRow('Late by'),
  },
  {
    asked: 'What is late at a lender?',
    clicks: [board, onBoard(/late applicants of Yamuna Finance$/)],
    answer: firstRow('Late by'),
  },
  {
    asked: 'What does a lender owe us an answer on?',
    clicks: [board, onBoard(/questions that Yamuna Finance must answer$/)],
    answer: firstRow('Paused'),
  },
  {
    asked: 'What waits longest at a lender?',
    clicks: [board, onBoard(/^Oldest open applicant of Yamuna Finance/)],
    answer: (page) => page.getByRole('dialog').getByText('Yamuna Education Finance').first(),
  },
  {
    asked: 'What does an agent still have to visit?',
    clicks: [board, onBoard(/open tasks of/)],
    answer: firstRow('Assigned'),
  },
  {
    asked: 'What did an agent visit today?',
    clicks: [board, onBoard(/visits of .* today$/)],
    answer: button(/^Remove filter Agent:/),
  },
  {
    asked: 'Who has not synced since noon?',
    clicks: [board, button('Last seen: oldest first')],
    answer: (page) =>
      page
        .getByRole('table', { name: 'Agents' })
        .getByRole('row')
        .nth(1)
        .getByText('Not signed in'),
  },
  {
    asked: 'Who can take these ten?',
    clicks: [
      tile('Unassigned'),
      (page) => page.getByRole('checkbox', { name: 'Select this page' }),
      button('Assign selected'),
    ],
    answer: (page) =>
      page
        .getByRole('dialog')
        .getByText(/^covers \d+, \d+ open tasks?, \d+ tasks? a day$/)
        .first(),
  },
];

// Covers: board-5
test('the ten questions of a head of operations are answered in three clicks at most', async ({
  page,
}) => {
  await enter(page, 'admin@doorstep.test');
  for (const { asked, clicks, pinCode, answer } of questions) {
    await test.step(asked, async () => {
      await page.goto('/home');
      for (const target of clicks) await target(page).click();
      if (pinCode) {
        await page.keyboard.type(pinCode);
        await page.getByText(`Pin code: ${pinCode}…`).waitFor();
      }
      await expect(answer(page)).toBeVisible();
      expect(clicks.length, asked).toBeLessThanOrEqual(3);
    });
  }
});
