import type { Page } from '@playwright/test';
import { dialog, dialogBy, type Screen } from '../screen.ts';

const person = { id: 2, name: 'Arjun Mehta' };
const upload = {
  ...{ id: 12, file_name: 'HDFC PL 26 Nov.xlsx', created_at: '2026-11-26T05:00:00Z' },
  ...{ uploaded_by: person, total_records: 420, successful: 412, failed: 8 },
  has_failed_rows: true,
  ...{ state: 'taken', undo_until: '2026-12-03T05:00:00Z', undone: null },
};
const older = {
  ...{ ...upload, id: 11, file_name: 'kotak_lap_nov.xls', created_at: '2026-11-25T06:10:00Z' },
  ...{ total_records: 96, successful: 96, failed: 0, state: 'undone', undo_until: null },
  has_failed_rows: false,
  undone: { at: '2026-11-25T06:20:00Z', by: 'Meera Iyer', removed: 95 },
};
const listed = { json: { results: [upload, older], count: 2, next: null, previous: null } };
const undone = {
  json: {
    ...{
      success: true,
      message: 'Upload undone: 410 applicants deleted, 2 with a visit stay.',
      removed: 410,
    },
    kept_count: 2,
    kept: [
      {
        ...{ id: 1, application_id: 'HDFC-PL-2231', applicant_name: 'Kavita Joshi' },
        because: 'visited',
      },
      {
        ...{ id: 2, application_id: 'HDFC-PL-2240', applicant_name: 'Suresh Pillai' },
        because: 'visit_started',
      },
    ],
  },
};

const shown = async (page: Page) => {
  await page.route('**/api/v1/bulk/uploads/?*', (route) => route.fulfill(listed));
  await page.reload();
  await page.getByText(upload.file_name).waitFor();
};

export const uploadScreens: Screen[] = [
  { name: 'uploads', path: '/uploads', open: shown },
  {
    name: 'uploads-undo',
    path: '/uploads',
    open: async (page) => {
      await shown(page);
      await dialogBy(/^Undo HDFC/)(page);
    },
  },
  {
    name: 'uploads-undone',
    path: '/uploads',
    open: async (page) => {
      await page.route('**/api/v1/bulk/uploads/12/undo/', (route) => route.fulfill(undone));
      await shown(page);
      await dialogBy(/^Undo HDFC/)(page);
      await dialog(page).getByRole('button', { name: 'Undo upload' }).click();
      await page.getByText('Kavita Joshi').waitFor();
    },
  },
];
