import { randomBytes } from 'node:crypto';
import { codeAlphabet, readReportCode } from '@doorstep/contract/reports/versions';

/** Returns a new code of 60 random bits, which can't be guessed. */
export function drawReportCode(): string {
  const letters = Array.from(randomBytes(12), (byte) => codeAlphabet[byte & 31]).join('');
  const code = readReportCode(letters);
  if (code === undefined) throw new Error('The alphabet of the codes is broken');
  return code;
}
