import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Email, Phone } from '../auth.ts';
import { readAccountName } from './account-name.ts';

// Covers: registration-8
test('any registered phone number is found as typed, and in the usual ways to dial it', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{10}$/), (typed) => {
      const value = z.parse(Phone, typed);
      const spaced = ` ${typed.slice(0, 5)} ${typed.slice(5)} `;
      for (const way of [typed, `+91 ${typed}`, `0${typed}`, `0091-${typed}`, spaced]) {
        expect(readAccountName(way), way).toEqual({ field: 'phone_number', value });
      }
    }),
  );
});

// Covers: registration-8
test('any registered email is found as typed, composed or not', () => {
  const typed = fc
    .tuple(fc.string({ unit: 'binary', minLength: 1 }), fc.string({ unit: 'binary', minLength: 1 }))
    .map(([mailbox, host]) => `${mailbox}@${host}.test`);
  fc.assert(
    fc.property(fc.oneof(typed, fc.constant('José@Exämple.test')), (email) => {
      const read = z.safeParse(Email, email);
      if (!read.success) return;
      for (const way of [email, email.normalize('NFC'), email.normalize('NFD')]) {
        expect(readAccountName(way)).toEqual({ field: 'email', value: read.data });
      }
    }),
  );
});
