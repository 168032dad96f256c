import { answer, clickInDialog, dialogBy, type Screen, screen, see } from '../screen.ts';

const upload = {
  ...{ id: 12, file_name: 'HDFC PL 26 Nov.xlsx', created_at: '2026-11-26T05:00:00Z' },
  uploaded_by: { id: 2, name: 'Arjun Mehta' },
  ...{ total_records: 420, successful: 412, failed: 8, has_failed_rows: true },
  ...{ state: 'taken', undo_until: '2026-12-03T05:00:00Z', undone: null },
};
const older = {
  ...{ ...upload, id: 11, file_name: 'kotak_lap_nov.xls', created_at: '2026-11-25T06:10:00Z' },
  ...{ total_records: 96, successful: 96, failed: 0, has_failed_rows: false },
  ...{ state: 'undone', undo_until: null },
  undone: { at: '2026-11-25T06:20:00Z', by: 'Meera Iyer', removed: 95 },
};
const undone = {
  ...{ success: true, removed: 410, kept_count: 2 },
  message: 'Upload undone: 410 applicants deleted, 2 with a visit stay.',
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
};

const listed = answer('bulk/uploads/?*', {
  ...{ results: [upload, older], count: 2, next: null, previous: null },
});
const isListed = see(upload.file_name);

export const uploadScreens: Screen[] = [
  screen('uploads', '/uploads', [listed, isListed]),
  screen('uploads-undo', '/uploads', [listed, isListed, dialogBy(/^Undo HDFC/)]),
  screen('uploads-undone', '/uploads', [
    listed,
    answer('bulk/uploads/12/undo/', undone),
    isListed,
    dialogBy(/^Undo HDFC/),
    clickInDialog('Undo upload'),
    see('Kavita Joshi'),
  ]),
];
