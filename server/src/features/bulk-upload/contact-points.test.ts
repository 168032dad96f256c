import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  deleteUploads,
  storedApplicants,
  uploadSpreadsheet,
  writeRows,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';
import { normalizeApplicantType, normalizeVisitType } from './rows/normalize.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin');
beforeEach(() => deleteUploads(server));

const headings = [
  ...['App No', 'Customer Name', 'Applicant Type', 'Bank', 'FI Type', 'Mobile', 'PIN', 'Address'],
];
interface Row {
  type?: string;
  visit: string;
  name?: string;
  address?: string;
}
const row = ({
  type = 'Applicant',
  visit,
  name = 'Ramesh Kumar',
  address = '12 Hill Road',
}: Row) => ['7712', name, type, 'HDFC', visit, '9820098200', '400053', address];

const upload = async (rows: Row[]) =>
  uploadSpreadsheet(server, admin, await writeRows(headings, ...rows.map(row)));
const storedPoints = async () =>
  (await storedApplicants(server)).map((one) => [
    ...[one.applicant_type, one.visit_type, one.contact_point],
  ]);

const four: Row[] = [
  { visit: 'RV' },
  { visit: 'OV', address: '7 Fort Road' },
  { visit: 'RV', type: 'CO APPLICANT', name: 'Sita Kumar' },
  { visit: 'RV' },
];

// Covers: upload-8
test('home, office and co-applicant under one number are stored, an exact repetition fails with its row', async () => {
  const { summary, failed_records } = await upload(four);
  expect(summary).toMatchObject({ total_records: 4, successful: 3, failed: 1 });
  expect(failed_records).toEqual([
    {
      row: 5,
      name: 'Ramesh Kumar',
      errors: ['Application 7712 (APPLICANT, RESIDENCE) is already known from row 2'],
    },
  ]);
  const points = [
    ['Applicant', 'RESIDENCE', 'applicant/residence'],
    ['Applicant', 'OFFICE', 'applicant/office'],
    ['Co-Applicant', 'RESIDENCE', 'coapplicant/residence'],
  ];
  expect(await storedPoints()).toEqual(points);

  const again = await upload(four);
  expect(again.summary).toMatchObject({ successful: 0, failed: 4 });
  expect(again.failed_records.map(({ errors }) => errors)).toEqual([
    ['Application 7712 (APPLICANT, RESIDENCE) is already known'],
    ['Application 7712 (APPLICANT, OFFICE) is already known'],
    ['Application 7712 (CO-APPLICANT, RESIDENCE) is already known'],
    ['Application 7712 (APPLICANT, RESIDENCE) is already known from row 2'],
  ]);
  expect(await storedPoints()).toEqual(points);
});

// Covers: upload-8
test('a stored contact point that a later file gives differently is reported with the difference', async () => {
  await upload(four);
  const later = await upload([
    { visit: 'Residence Visit', name: 'Suresh Kumar' },
    { visit: 'Off', address: '44 Link Road' },
    { visit: 'OFFICE 2', address: '44 Link Road' },
  ]);
  expect(later.failed_records).toEqual([
    {
      row: 2,
      name: 'Suresh Kumar',
      errors: [
        expect.stringMatching(
          /^Application 7712 \(APPLICANT, RESIDENCE VISIT\) is already known with the name Ramesh Kumar\./,
        ),
      ],
    },
    {
      row: 3,
      name: 'Ramesh Kumar',
      errors: [
        expect.stringMatching(
          /^Application 7712 \(APPLICANT, OFFICE\) is already known with another address\./,
        ),
      ],
    },
  ]);
  expect((await storedPoints()).at(-1)?.[2]).toBe('applicant/office2');

  const called = await upload([
    { visit: 'RV', type: 'CO-APPLICANT 2', name: 'Suresh Kumar' },
    { visit: 'RV', type: 'APPLICANT 2', address: '44 Link Road' },
  ]);
  expect(called.failed_records).toEqual([]);
  expect((await storedPoints()).slice(-2)).toEqual([
    ['Co-Applicant 2', 'RESIDENCE', 'coapplicant2/residence'],
    ['Applicant 2', 'RESIDENCE', 'applicant2/residence'],
  ]);
});

test('older spellings are matched as the contact point that they mean now', async () => {
  const kinds = 'RV, R.V., res, RESI, Residential, RESI VISIT, OV, off, OFFICE VISIT, BV';
  for (const kind of [...kinds.split(', '), 'business visit', 'Office-2', 'GODOWN']) {
    for (const type of ['APPLICANT', 'co applicant', 'Guarantor', 'Partner']) {
      const { rows } = await sql<{ written: string; mapped: string }>`
        select contact_point(${type}, ${kind}) as written,
          contact_point(${normalizeApplicantType(type)}, ${normalizeVisitType(kind)}) as mapped`.execute(
        server.db,
      );
      expect(rows[0]?.written, kind).toBe(rows[0]?.mapped);
    }
  }
});
