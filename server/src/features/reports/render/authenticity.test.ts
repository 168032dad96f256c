import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { reportDocument } from '../../../testing/reports/report-document.ts';
import { drawQrCode, printCheck } from './authenticity.ts';

test('the QR code contains the address for checking the report', () => {
  const svg = drawQrCode(reportDocument({ verifyAt: 'https://agency.test/verify' }));
  const address = 'https://agency.test/verify/K7QM-2XWD-9FTA';
  const { data, size } = encode(address, { ecc: 'M', border: 2 });
  const drawn = data.map(() => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  }
  expect(drawn).toEqual(data);
  expect(drawQrCode(reportDocument({ verifyAt: '' }))).toBe('');
});

test('a report says where its code can be checked, and who signed the file', () => {
  expect(printCheck(reportDocument({ signedBy: 'Sahyadri' }))).toMatchObject({
    ...{ code: 'K7QM-2XWD-9FTA', short: 'check it at reports.example.test/verify' },
    how: expect.stringMatching(/^Scan the QR code or open the address\./),
    address: 'https://reports.example.test/verify/K7QM-2XWD-9FTA',
    signed: 'The file is digitally signed by Sahyadri.',
  });
  expect(printCheck(reportDocument({ verifyAt: null }))).toMatchObject({
    ...{ short: 'check it with Sahyadri Verification Services', address: null, signed: '' },
    how: expect.stringMatching(/^Give the code to Sahyadri Verification Services, or enter it/),
  });
});
