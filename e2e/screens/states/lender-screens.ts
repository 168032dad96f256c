import { click, dialog, dialogBy, type Screen } from '../screen.ts';

export const lenderScreens: Screen[] = [
  { name: 'lenders', path: '/lenders' },
  { name: 'lender-new', path: '/lenders', open: dialogBy('Add lender') },
  {
    name: 'lender-wrong',
    path: '/lenders?lender=new',
    open: async (page) => {
      await dialog(page).getByRole('button', { name: 'Add rule' }).click();
      await click('Save')(page);
      await page.getByText('Enter 1 minute to 500 hours.').first().waitFor();
    },
  },
  {
    name: 'lender-columns',
    path: '/lenders',
    open: async (page) => {
      await click(/^Columns of exports for/)(page);
      await dialog(page).getByRole('textbox', { name: 'Paste headings' }).fill('LOS No\tDue');
      await dialog(page).getByRole('button', { name: 'Use 2 columns' }).click();
      const proposed = dialog(page).getByRole('textbox', { name: 'Heading 3', exact: true });
      await proposed.waitFor({ state: 'detached' });
    },
  },
  {
    name: 'lender-daily-export',
    path: '/lenders',
    open: async (page) => {
      await click(/^Daily export for/)(page);
      await dialog(page).getByLabel('Sent to').selectOption('sftp');
      await dialog(page).getByRole('textbox', { name: 'Host key' }).waitFor();
    },
  },
  {
    name: 'lender-report-layout',
    path: '/lenders',
    open: async (page) => {
      await click(/^Report layout of/)(page);
      await dialog(page).getByRole('button', { name: 'Choose a layout' }).waitFor();
    },
  },
  {
    name: 'calendar-pasted',
    path: '/lenders?calendar=new',
    open: async (page) => {
      await page
        .getByRole('textbox', { name: 'Paste a list of holidays' })
        .fill('2026-11-08 Diwali\nHoli 4 March\n25 Dec 2026, Christmas, 09:30-13:00');
      await page.getByText('2 days read').waitFor();
      await page.getByRole('button', { name: 'Add 2 days' }).scrollIntoViewIfNeeded();
    },
  },
];
