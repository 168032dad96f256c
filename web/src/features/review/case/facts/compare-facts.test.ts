import { expect, test } from 'vitest';
import { verificationOf } from '../../../../testing/verifications.ts';
import { compareFacts, isSameText } from './compare-facts.ts';

test.each([
  ['12 Temple Road, Pune 411001', '12, TEMPLE ROAD PUNE', true],
  ['12 Temple Road, Pune', '21 Temple Road, Pune', false],
  ['House 28, Sharma Niwas, Lake Road', 'Flat 4, Nair House, MG Road', false],
  ['रमेश शर्मा', 'रमेश  शर्मा', true],
])('"%s" and "%s"', (one, other, isSame) => {
  expect(isSameText(one, other)).toBe(isSame);
});

// Covers: review-8
test('sorts differences first, and facts without a declared value last', () => {
  const rows = compareFacts(
    verificationOf({
      verification_address: '12 Temple Road, Pune',
      facts: {
        residencePhoneMobile: '+91 98200 98201',
        addressConfirmed: 'No',
        landmarkObserved: 'Hanuman temple',
      },
    }),
  );
  expect(rows.map(({ found, verdict }) => [found, verdict])).toEqual([
    ['No', 'differs'],
    ['+91 98200 98201', 'differs'],
    ['12 Temple Road, Pune', 'same'],
    ['Hanuman temple', undefined],
  ]);
});
