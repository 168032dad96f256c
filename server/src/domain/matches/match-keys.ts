import { digitValue } from '@doorstep/contract/text/aadhaar';

interface Named {
  applicant_name: string;
  pin_code: string;
}

interface Located {
  address: string;
  pin_code: string;
}

const title = /^(?:mr|mrs|ms|miss|dr|shri|smt|kum)[. ]+/;

export function nameKey({ applicant_name, pin_code }: Named): string | null {
  const name = applicant_name.toLowerCase().replace(title, '');
  const letters = name.replace(/[^\p{L}\p{M}]/gu, '');
  return letters === '' ? null : `${letters} ${pin_code}`;
}

const word = /[\p{L}\p{M}]+/gu;

/**
 * Returns an address's numbers, its first three words and the pin code. Returns null for an address without a
 * number, because such an address identifies no door.
 */
export function addressKey({ address, pin_code }: Located): string | null {
  const text = address.toLowerCase();
  const plain = text.replace(/[^\P{Nd}\d]/gu, (digit) => String(digitValue(digit)));
  const numbers = plain.match(/\d+/g);
  if (!numbers) return null;
  const words = [];
  for (const [found] of plain.matchAll(word)) {
    if (words.push(found) === 3) break;
  }
  return [...numbers, ...words, pin_code].join(' ');
}
