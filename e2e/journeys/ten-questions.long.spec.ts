import { expect, type Locator, type Page, test } from '@playwright/test';
import { enter } from '../support/sign-in.ts';

interface Question {
  asked: string;
  clicks: Locator[];
  /** The pin code that is typed after the clicks. Typing doesn't count as a click. */
  pinCode?: string;
  answer: Locator;
}

function questionsOn(page: Page): Question[] {
  const link = (name: RegExp) => page.getByRole('link', { name }).first();
  const tile = (name: string) =>
    page.getByRole('main').locator(link(new RegExp(`^[\\d,]+ ${name}$`)));
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const firstRow = (text: string | RegExp) =>
    page.locator('tbody:not(.dimmed) tr').first().filter({ hasText: text });
  const board = link(/^Open the board$/);
  const dialog = page.getByRole('dialog');
  return [
    { asked: 'What is late?', clicks: [tile('Late')], answer: firstRow('Late by') },
    {
      asked: 'What is due within two hours?',
      clicks: [tile('Due within 2 h')],
      answer: firstRow(/Due in (\d+ min|1 h)/),
    },
    {
      asked: 'What is late in Kochi?',
      clicks: [tile('Late'), button('Filters'), page.getByLabel('Pin code starts with')],
      pinCode: '6831',
      answer: firstRow('Late by'),
    },
    {
      asked: 'What is late at a lender?',
      clicks: [board, link(/late applicants of Yamuna Finance$/)],
      answer: firstRow('Late by'),
    },
    {
      asked: 'Which questions must a lender still answer?',
      clicks: [board, link(/questions that Yamuna Finance must answer$/)],
      answer: firstRow('Paused'),
    },
    {
      asked: 'What waits longest at a lender?',
      clicks: [board, link(/^Oldest open applicant of Yamuna Finance/)],
      answer: dialog.getByText('Yamuna Education Finance').first(),
    },
    {
      asked: 'What does an agent still have to visit?',
      clicks: [board, link(/open tasks of/)],
      answer: firstRow('Assigned'),
    },
    {
      asked: 'What did an agent visit today?',
      clicks: [board, link(/visits of .* today$/)],
      answer: button(/^Remove filter Agent:/),
    },
    {
      asked: 'Who has not synced since noon?',
      clicks: [board, button('Last seen: oldest first')],
      answer: page
        .getByRole('table', { name: 'Agents' })
        .getByRole('row')
        .nth(1)
        .getByText('Not signed in'),
    },
    {
      asked: 'Who can take these ten?',
      clicks: [
        tile('Unassigned'),
        page.getByRole('checkbox', { name: 'Select this page' }),
        button('Assign selected'),
      ],
      answer: dialog.getByText(/^covers \d+, \d+ open tasks?, \d+ tasks? a day$/).first(),
    },
  ];
}

// Covers: board-5
test('the ten questions of a head of operations are answered in three clicks at most', async ({
  page,
}) => {
  await enter(page, 'admin@doorstep.test');
  for (const { asked, clicks, pinCode, answer } of questionsOn(page)) {
    await test.step(asked, async () => {
      await page.goto('/home');
      for (const target of clicks) await target.click();
      if (pinCode) {
        await page.keyboard.type(pinCode);
        await page.getByText(`Pin code: ${pinCode}…`).waitFor();
      }
      await expect(answer).toBeVisible();
      expect(clicks.length, asked).toBeLessThanOrEqual(3);
    });
  }
});
