import { click, clickInDialog, dialog, dialogBy, type Screen, screen, see } from '../screen.ts';

export const lenderScreens: Screen[] = [
  screen('lenders', '/lenders'),
  screen('lender-new', '/lenders', [dialogBy('Add lender')]),
  screen('lender-wrong', '/lenders?lender=new', [
    clickInDialog('Add rule'),
    click('Save'),
    see('Enter 1 minute to 500 hours.'),
  ]),
  screen('lender-columns', '/lenders', [
    click(/^Columns of exports for/),
    (page) => dialog(page).getByRole('textbox', { name: 'Paste headings' }).fill('LOS No\tDue'),
    clickInDialog('Use 2 columns'),
    (page) =>
      dialog(page)
        .getByRole('textbox', { name: 'Heading 3', exact: true })
        .waitFor({ state: 'detached' }),
  ]),
  screen('lender-daily-export', '/lenders', [
    click(/^Daily export for/),
    (page) => dialog(page).getByLabel('Sent to').selectOption('sftp'),
    (page) => dialog(page).getByRole('textbox', { name: 'Host key' }).waitFor(),
  ]),
  screen('lender-report-layout', '/lenders', [
    click(/^Report layout of/),
    (page) => dialog(page).getByRole('button', { name: 'Choose a layout' }).waitFor(),
  ]),
  screen('calendar-pasted', '/lenders?calendar=new', [
    (page) =>
      page
        .getByRole('textbox', { name: 'Paste a list of holidays' })
        .fill('2026-11-08 Diwali\nHoli 4 March\n25 Dec 2026, Christmas, 09:30-13:00'),
    see('2 days read'),
    (page) => page.getByRole('button', { name: 'Add 2 days' }).scrollIntoViewIfNeeded(),
  ]),
];
