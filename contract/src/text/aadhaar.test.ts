import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Name } from '../auth.ts';
import { type Field, textFields } from '../reports/definition.ts';
import { officeForm } from '../reports/office.ts';
import { residenceForm } from '../reports/residence.ts';
import { reportBody } from '../reports.ts';
import { checksByVerhoeff, containsAadhaar, hideAadhaar } from './aadhaar.ts';

const complete = (eleven: number[]) => {
  const last = [...Array(10).keys()].find((one) => checksByVerhoeff([...eleven, one]));
  return [...eleven, last].join('');
};
const groupsOf = (number: string) => number.match(/.{4}/g) ?? [];

const digit = fc.integer({ min: 0, max: 9 });
const aadhaar = fc
  .tuple(fc.integer({ min: 2, max: 9 }), fc.array(digit, { minLength: 10, maxLength: 10 }))
  .map(([first, rest]) => complete([first, ...rest]));
const areOfOneHundred = (number: string) =>
  number.slice(4, 6) === number.slice(0, 2) && number.slice(8, 10) === number.slice(0, 2);
const gaps = ['', ' ', '-', ' - ', '–', '\u00a0', '.', '/', '_', '\\', '·', ' . '];
const invisible = ['\u200b', '\u2060 ', '\ufeff'];
const zeros = ['0', '०', '০', '੦', '૦', '୦', '௦', '౦', '೦', '൦', '۰', '０', '𝟎'];
const inScript = (digits: string, zero: string) =>
  digits.replace(/\d/g, (d) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(d)));

test('the checksum is Verhoeff’s: his example, and every single error and swap of neighbours is detected', () => {
  expect(checksByVerhoeff([2, 3, 6, 3])).toBe(true);
  fc.assert(
    fc.property(aadhaar, fc.nat({ max: 10 }), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
      const digits = Array.from(number, Number);
      expect(checksByVerhoeff(digits)).toBe(true);
      const wrong = digits.with(at, ((digits[at] ?? 0) + by) % 10);
      expect(checksByVerhoeff(wrong)).toBe(false);
      const swapped = digits.with(at, digits[at + 1] ?? 0).with(at + 1, digits[at] ?? 0);
      expect(checksByVerhoeff(swapped)).toBe(digits[at] === digits[at + 1]);
    }),
  );
});

// Covers: threat-12, threat-31
test('a number is found in any script, spacing and sentence', () => {
  fc.assert(
    fc.property(
      aadhaar,
      fc.constantFrom(...zeros),
      fc.constantFrom(...gaps, ...invisible),
      fc.constantFrom('', 'UID ', 'आधार: ', 'Flat 12 ', 'PIN 400001, ', '9820098200 '),
      fc.constantFrom('', '.', ' seen', '\n2 floors', ' 7'),
      (number, zero, gap, before, after) => {
        const grouped = groupsOf(number).join(gap);
        expect(containsAadhaar(before + inScript(grouped, zero) + after)).toBe(true);
      },
    ),
  );
});

// Covers: threat-31
test('a number is found with separators between all its digits or pairs of them', () => {
  fc.assert(
    fc.property(
      aadhaar,
      fc.constantFrom(1, 2, 3, 4),
      fc.constantFrom('.', '/', '_', '\u200b', ' / ', '-'),
      (number, size, between) => {
        const groups = number.match(new RegExp(`.{${size}}`, 'g')) ?? [];
        fc.pre(between !== '.' || groups.some((group) => Number(group) > 255) || size !== 3);
        expect(containsAadhaar(`UID ${groups.join(between)}.`)).toBe(true);
      },
    ),
  );
});

// Covers: threat-31
test('a number is found and hidden with the separators of lists and times between its groups', () => {
  fc.assert(
    fc.property(
      aadhaar.filter((number) => !areOfOneHundred(number)),
      fc.constantFrom(...[',', ', ', ':', ' : ', '|', ' | ', ';', '，', '، ', '：', '।']),
      fc.constantFrom('', 'UID:', 'UID: ', 'Flat 12, ', 'PIN 400001, '),
      fc.constantFrom('', '.', ', seen', ': 7 floors', ' | 9820098200'),
      (number, sign, before, after) => {
        const text = before + groupsOf(number).join(sign) + after;
        expect(containsAadhaar(text), text).toBe(true);
        expect(hideAadhaar(text)).toBe(before + ['XXXX', 'XXXX', 'XXXX'].join(sign) + after);
      },
    ),
  );
});

test('amounts, lists, times and machine addresses pass, whatever their digits', () => {
  const text = (make: (number: string, other: string) => string) =>
    fc.tuple(aadhaar, aadhaar).map(([number, other]) => make(number, other));
  fc.assert(
    fc.property(
      fc.oneof(
        fc.bigInt(0n, 10n ** 16n).map((amount) => amount.toLocaleString('en-US')),
        fc.bigInt(0n, 10n ** 16n).map((amount) => `₹${amount.toLocaleString('en-IN')}.50`),
        text((number) => `${groupsOf(number).join(',')}.50`),
        text((number) => `7,${groupsOf(number).join(',')}`),
        text((number, other) => groupsOf(number + other).join(', ')),
        text((number, other) => groupsOf(number + other.slice(4)).join(':')),
        text((number) => `${groupsOf(number).join(':')}::`),
        text((number) => `::${groupsOf(number).join(':')}`),
        text((number) => `fe80::a:${groupsOf(number).join(':')}`),
        text((number) => `${groupsOf(number).join(':')}:fe80::1`),
        text((number) => (number.match(/../g) ?? []).join(':')),
        text((number) => `${number.slice(0, 4)}:${number.slice(4, 6)}:${number.slice(6)}`),
        text((number) =>
          groupsOf(number)
            .map((four) => `21${four.slice(2)}`)
            .join(','),
        ),
        fc.ipV4(),
        fc.ipV6(),
      ),
      (harmless) => {
        expect(containsAadhaar(`Seen ${harmless} at the door`), harmless).toBe(false);
      },
    ),
    { numRuns: 2_000 },
  );
  expect(containsAadhaar('1,234,567,890,123')).toBe(false);
});

// Covers: threat-31
test.each([
  ['any number of invisible characters', Array.from('234567890124').join('\u200b'.repeat(9))],
  ['one of them within a group', '2\u200b345.6789.0124'],
  ['marks upon digits', Array.from('234567890124').join('\ufe0f\u20e3')],
  ['signs in full width', '2345．6789／0124'],
  ['a dot after four', '2345.67890124'],
  ['a slash after six', '234567/890124'],
  ['a dot after eight', '23456789.0124'],
])('a number is found and hidden through %s', (_, written) => {
  expect(containsAadhaar(`UID ${written}, seen`)).toBe(true);
  const hidden = hideAadhaar(`Ünit 7 की ${written}, 2 seen`);
  expect(hidden).toBe(`Ünit 7 की ${written.replace(/\d/g, 'X')}, 2 seen`);
});

test('coordinates and dates pass, whatever their digits', () => {
  fc.assert(
    fc.property(aadhaar, (n) => {
      const [day, month, year, time] = [n.slice(0, 2), n.slice(2, 4), n.slice(4, 8), n.slice(8)];
      for (const text of [
        `${day}.${month}${year.slice(0, 2)} ${year.slice(2)}.${time}`,
        `${day}/${month}/${year} ${time}`,
        `${day}.${month}.${year} ${time}`,
      ]) {
        expect(containsAadhaar(text), text).toBe(false);
      }
    }),
  );
});

test('a number is hidden wherever it stands, and nothing else is', () => {
  fc.assert(
    fc.property(
      aadhaar,
      fc.constantFrom(...zeros),
      fc.constantFrom('', ' ', '.', '_', '\u200b'),
      (number, zero, gap) => {
        const own = inScript(groupsOf(number).join(gap), zero);
        const hidden = hideAadhaar(`Flat 7, UID ${own} and ${number}, 9820098200`);
        const groups = ['X', 'X', 'X'].join(gap);
        expect(hidden.replace(/X+/g, 'X')).toBe(
          `Flat 7, UID ${groups.replace(/X+/g, 'X')} and X, 9820098200`,
        );
      },
    ),
  );
  expect(hideAadhaar('Asha Rao, 2345 6789 0125')).toBe('Asha Rao, 2345 6789 0125');
});

test('twelve digits with a wrong check digit, or beginning with 0 or 1, pass', () => {
  fc.assert(
    fc.property(aadhaar, fc.integer({ min: 1, max: 9 }), (number, by) => {
      expect(containsAadhaar(number.slice(0, 11) + ((Number(number[11]) + by) % 10))).toBe(false);
    }),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(0, 1),
      fc.array(digit, { minLength: 10, maxLength: 10 }),
      (first, rest) => {
        expect(containsAadhaar(complete([first, ...rest]))).toBe(false);
      },
    ),
  );
});

test('longer and shorter numbers, cards and numbers with a country code pass', () => {
  fc.assert(
    fc.property(aadhaar, (number) => {
      const [a, b, c] = groupsOf(number);
      for (const text of [
        ...[`${number}7`, `7${number}`, number.slice(1), `+${number}`],
        ...[`${a} ${b} ${c} 1111`, `1111-${a}-${b}-${c}`],
      ]) {
        expect(containsAadhaar(text), text).toBe(false);
      }
    }),
  );
});

test('reading takes time in proportion to the text: otherwise this would take hours', () => {
  expect(containsAadhaar('1 '.repeat(100_000))).toBe(false);
  expect(containsAadhaar(`${'2 '.repeat(11)} `.repeat(8_000))).toBe(false);
});

// Covers: threat-41
test('hiding takes time in proportion to the text: otherwise this would take minutes', () => {
  const hidden = hideAadhaar('234567890124 '.repeat(200_000));
  expect(hidden === 'XXXXXXXXXXXX '.repeat(200_000)).toBe(true);
});

// Covers: threat-12
test.each([residenceForm('Doorstep'), officeForm('Doorstep')])(
  'no text of the $title accepts one, but its number fields do',
  (form) => {
    const body = { template_type: form.template, image_urls: [], photographs_taken: 0 };
    const takes = ({ name }: Field) =>
      z.safeParse(reportBody('Doorstep'), { ...body, [name]: '2345 6789 0124' }).success;
    const takers = textFields(form).filter(takes);
    expect(takers.length).toBeGreaterThan(3);
    expect(takers.filter(({ kind }) => kind !== 'phone' && kind !== 'identifier')).toEqual([]);
    const plain = Object.fromEntries(
      textFields(form).flatMap(({ name, kind }) =>
        kind === 'select' ? [] : [[name, '2345 6789 0125']],
      ),
    );
    expect(z.safeParse(reportBody('Doorstep'), { ...body, ...plain }).success).toBe(true);
  },
);

test('a name must not contain one', () => {
  expect(z.safeParse(Name, 'Asha 234567890124').error?.issues[0]?.message).toBe(
    'Name must not contain an Aadhaar number',
  );
});
