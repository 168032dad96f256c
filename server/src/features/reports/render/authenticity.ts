import { encode } from 'uqr';
import type { ReportDocument } from '../../../platform/reports.ts';

const addressOf = ({ verifyAt, code }: ReportDocument) => verifyAt && `${verifyAt}/${code}`;

/** Returns the texts about checking the report. `short` is printed at the foot of each page. */
export function printCheck(document: ReportDocument) {
  const { agency, code, verifyAt, signedBy } = document;
  return {
    code,
    short: verifyAt
      ? `check it at ${verifyAt.replace(/^https?:\/\//, '')}`
      : `check it with ${agency.name}`,
    how: verifyAt
      ? 'Scan the QR code or open the address. The page shows when a report with this code was made and with which decision, and compares a file with it; the file never leaves your device.'
      : `Give the code to ${agency.name}, or enter it on their page for checking reports. The page shows when a report with this code was made and with which decision, and compares a file with it.`,
    address: addressOf(document),
    alt: `QR code of ${addressOf(document)}`,
    signed: signedBy ? `The file is digitally signed by ${signedBy}.` : '',
  };
}

export function drawQrCode(document: ReportDocument): string {
  const address = addressOf(document);
  if (!address) return '';
  const { data, size } = encode(address, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path.join('')}"/></svg>`;
}

/** Returns each run of adjacent dark modules as the index of its first module and its length. */
function runsOf(row: boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
