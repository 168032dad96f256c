import { formFor } from '@doorstep/contract/reports';
import { factFields, personMetField } from '@doorstep/contract/reports/visit-fields';
import type { LooseVerification } from '../../../../domain/verifications/loose-verification.ts';
import { config } from '../../../../lib/config.ts';

export interface Compared {
  label: string;
  /** The lender's value, or an empty text if there is none. */
  declared: string;
  found: string;
  verdict: 'same' | 'differs' | undefined;
}

type Declared = NonNullable<LooseVerification['application_details']>;

/** Maps a field of the report to the lender's field and to the function that compares both values. */
const counterparts: Record<string, [keyof Declared, (one: string, other: string) => boolean]> = {
  residencePhoneMobile: ['mobile', isSameNumber],
  mobile_number: ['mobile', isSameNumber],
  applicantName: ['name', isSameText],
  applicant_name: ['name', isSameText],
  residenceAddress: ['address', isSameText],
  office_address: ['address', isSameText],
};
/** Questions whether the declared address is right. The answer "no" counts as a difference. */
const denied = new Set(['addressConfirmed', 'address_confirmed']);

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\d]+/u)
    .filter((word) => word.length > 1 || /\d/.test(word));

/**
 * Whether two texts count as the same: the longer text contains all numbers and at least 60 % of the words
 * of the shorter text.
 */
export function isSameText(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  const known = new Set(long);
  const shared = short.filter((word) => known.has(word));
  const numbers = short.filter((word) => /^\d+$/.test(word));
  return shared.length >= short.length * 0.6 && numbers.every((number) => known.has(number));
}

function isSameNumber(one: string, other: string): boolean {
  const last = (text: string) => text.replace(/\D/g, '').slice(-10);
  return last(one) === last(other);
}

/**
 * Returns declared and found values. Differences come first, and facts without a verdict last. Omits the
 * person met, who is shown elsewhere.
 */
export function compareFacts(verification: LooseVerification): Compared[] {
  const declared = verification.application_details;
  const facts = verification.facts ?? {};
  const rows: Compared[] = [];
  const found = verification.verification_address;
  if (declared?.address && found) {
    rows.push(compared('Address', declared.address, found, isSameText));
  }
  const form = formFor(declared?.visit_type ?? verification.visit_type, config().shortName);
  for (const { name, label } of factFields(form)) {
    const answer = facts[name];
    if (!answer || name === personMetField) continue;
    const [of, isSame] = counterparts[name] ?? [];
    const value = of && declared?.[of];
    if (isSame && value) rows.push(compared(label, String(value), answer, isSame));
    else {
      const isDenied = denied.has(name) && /^no$/i.test(answer);
      rows.push({ label, declared: '', found: answer, verdict: isDenied ? 'differs' : undefined });
    }
  }
  const rank = ({ verdict }: Compared) => ['differs', 'same', undefined].indexOf(verdict);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

function compared(
  label: string,
  declared: string,
  found: string,
  isSame: (one: string, other: string) => boolean,
): Compared {
  return { label, declared, found, verdict: isSame(declared, found) ? 'same' : 'differs' };
}
