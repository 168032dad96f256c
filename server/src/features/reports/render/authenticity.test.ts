import sharp from 'sharp';
import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { reportDocument } from '../../../testing/reports/report-document.ts';
import { drawQrCode } from './authenticity.ts';

test('the QR code contains the address for checking the report', async () => {
  const svg = drawQrCode(reportDocument({ verifyAt: 'https://agency.test/verify' }));
  const { data, size } = encode('https://agency.test/verify/K7QM-2XWD-9FTA', {
    ecc: 'M',
    border: 2,
  });
  const picture = sharp(Buffer.from(svg)).resize(size, size, { kernel: 'nearest' }).greyscale();
  expect([...(await picture.raw().toBuffer())].map((grey) => grey < 128)).toEqual(data.flat());
  expect(drawQrCode(reportDocument({ verifyAt: '' }))).toBe('');
});
