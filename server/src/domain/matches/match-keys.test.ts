import { expect, test } from 'vitest';
import { addressKey, nameKey } from './match-keys.ts';

const pin_code = '400050';
const name = (applicant_name: string) => nameKey({ applicant_name, pin_code });
const address = (text: string) => addressKey({ address: text, pin_code });

// Covers: matches-2
test('one name in two spellings has one key, another name or pin code has not', () => {
  for (const other of ['MR. RAMESH  KUMAR', 'ramesh-kumar', 'Shri Ramesh Kumar', 'Ramesh Kumar.']) {
    expect(name(other)).toBe(name('Ramesh Kumar'));
  }
  expect(name('Ramesha Kumar')).not.toBe(name('Ramesh Kumar'));
  expect(name('Mrinal Sen')).not.toBe(name('Inal Sen'));
  const elsewhere = nameKey({ applicant_name: 'Ramesh Kumar', pin_code: '400051' });
  expect(elsewhere).not.toBe(name('Ramesh Kumar'));
  expect(name('रमेश कुमार')).not.toBe(name('सुरेश कुमार'));
  expect(name('---')).toBeNull();
});

// Covers: matches-2
test('an address is identified by its numbers and first words, and not without a number', () => {
  const one = address('12/3 Hill Road, Bandra West, near Mehta Stores');
  expect(address('12-3, HILL ROAD BANDRA (W) Mumbai')).toBe(one);
  expect(address('१२/३ Hill Road, Bandra')).toBe(one);
  for (const other of ['1/23 Hill Road', '12/3 Turner Road', '12/4 Hill Road']) {
    expect(address(`${other}, Bandra`)).not.toBe(one);
  }
  expect(address('Near the temple, Rampur')).toBeNull();
});
