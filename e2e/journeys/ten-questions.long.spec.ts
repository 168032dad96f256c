import { expect, type Locator, type Page, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';

interface Question {
  asked: string;
  /** Makes the clicks that lead to the answer. Typing doesn't count as a click. */
  press: (click: (target: Locator) => Promise<void>, page: Page) => Promise<void>;
  answer: (page: Page) => Locator;
}

const tile = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^[\\d,]+ ${name}$`) });
const board = (page: Page) => page.getByRole('link', { name: 'Open the board' });
const onBoard = (page: Page, name: RegExp) => page.getByRole('link', { name }).first();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const firstRow = (page: Page, text: string | RegExp) =>
  page.locator('tbody:not(.dimmed) tr').first().filter({ hasText: text });
const lender = 'Yamuna Finance';

const questions: Question[] = [
  {
    asked: 'What is late?',
    press: (click, page) => click(tile(page, 'Late')),
    answer: (page) => firstRow(page, 'Late by'),
  },
  {
    asked: 'What is due within two hours?',
    press: (click, page) => click(tile(page, 'Due within 2 h')),
    answer: (page) => firstRow(page, /Due in (\d+ min|1 h)/),
  },
  {
    asked: 'What is late in Kochi?',
    press: async (click, page) => {
      await click(tile(page, 'Late'));
      await click(button(page, 'Filters'));
      const pin = page.getByLabel('Pin code starts with');
      await click(pin);
      await pin.fill('6831');
      await page.getByText('Pin code: 6831…').waitFor();
    },
    answer: (page) => firstRow(page, 'Late by'),
  },
  {
    asked: 'What is late at a lender?',
    press: async (click, page) => {
      await click(board(page));
      await click(onBoard(page, new RegExp(`late applicants of ${lender}$`)));
    },
    answer: (page) => firstRow(page, 'Late by'),
  },
  {
    asked: 'What does a lender owe us an answer on?',
    press: async (click, page) => {
      await click(board(page));
      await click(onBoard(page, new RegExp(`questions that ${lender} must answer$`)));
    },
    answer: (page) => firstRow(page, 'Paused'),
  },
  {
    asked: 'What waits longest at a lender?',
    press: async (click, page) => {
      await click(board(page));
      await click(onBoard(page, new RegExp(`^Oldest open applicant of ${lender}`)));
    },
    answer: (page) => page.getByRole('dialog').getByText('Yamuna Education Finance').first(),
  },
  {
    asked: 'What does an agent still have to visit?',
    press: async (click, page) => {
      await click(board(page));
      await click(onBoard(page, /open tasks of/));
    },
    answer: (page) => firstRow(page, 'Assigned'),
  },
  {
    asked: 'What did an agent visit today?',
    press: async (click, page) => {
      await click(board(page));
      await click(onBoard(page, /visits of .* today$/));
    },
    answer: (page) => page.getByRole('button', { name: /^Remove filter Agent:/ }),
  },
  {
    asked: 'Who has not synced since noon?',
    press: async (click, page) => {
      await click(board(page));
      await click(button(page, 'Last seen: oldest first'));
    },
    answer: (page) =>
      page
        .getByRole('table', { name: 'Agents' })
        .getByRole('row')
        .nth(1)
        .getByText('Not signed in'),
  },
  {
    asked: 'Who can take these ten?',
    press: async (click, page) => {
      await click(tile(page, 'Unassigned'));
      await click(page.getByRole('checkbox', { name: 'Select this page' }));
      await click(button(page, 'Assign selected'));
    },
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
  for (const { asked, press, answer } of questions) {
    await test.step(asked, async () => {
      await page.goto('/home');
      let clicks = 0;
      await press(async (target) => {
        clicks += 1;
        await target.click();
      }, page);
      await expect(answer(page)).toBeVisible();
      expect(clicks, asked).toBeLessThanOrEqual(3);
    });
  }
});
