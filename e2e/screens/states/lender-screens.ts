import { click, clickInDialog, dialog, dialogBy, type Screen, see } from '../screen.ts';

export const lenderScreens: Screen[] = [
  { name: 'lenders', path: '/lenders' },
  { name: 'lender-new', path: '/lenders', open: [dialogBy('Add lender')] },
  {
    name: 'lender-wrong',
    path: '/lenders?lender=new',
    open: [clickInDialog('Add rule'), click('Save'), see('Enter 1 minute to 500 hours.')],
  },
  {
    name: 'lender-columns',
    path: '/lenders',
    open: [
      click(/^Columns of exports for/),
      (page) => dialog(page).getByRole('textbox', { name: 'Paste headings' }).fill('LOS No\tDue'),
      clickInDialog('Use 2 columns'),
      (page) =>
        dialog(page)
          .getByRole('textbox', { name: 'Heading 3', exact: true })
          .waitFor({ state: 'detached' }),
    ],
  },
  {
    name: 'lender-daily-export',
    path: '/lenders',
    open: [
      click(/^Daily export for/),
      (page) => dialog(page).getByLabel('Sent to').selectOption('sftp'),
      (page) => dialog(page).getByRole('textbox', { name: 'Host key' }).waitFor(),
    ],
  },
  {
    name: 'lender-report-layout',
    path: '/lenders',
    open: [
      click(/^Report layout of/),
      (page) => dialog(page).getByRole('button', { name: 'Choose a layout' }).waitFor(),
    ],
  },
  {
    name: 'calendar-pasted',
    path: '/lenders?calendar=new',
    open: [
      (page) =>
        page
          .getByRole('textbox', { name: 'Paste a list of holidays' })
          .fill('2026-11-08 Diwali\nHoli 4 March\n25 Dec 2026, Christmas, 09:30-13:00'),
      see('2 days read'),
      (page) => page.getByRole('button', { name: 'Add 2 days' }).scrollIntoViewIfNeeded(),
    ],
  },
];
