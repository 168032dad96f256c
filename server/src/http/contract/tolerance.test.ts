import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { respell, withoutEmpty, withoutUnknown } from './tolerance.ts';

test('null stays if the schema allows it, also under a default or an option; elsewhere it counts as absent', () => {
  const schema = z.object({
    note: z.nullable(z.string()),
    lender_id: z.optional(z.nullable(z.number())),
    due_at: z._default(z.nullable(z.string()), ''),
    name: z.optional(z.string()),
  });
  const kept = { note: null, lender_id: null, due_at: null };
  expect(respell(schema, { ...kept, name: null })).toEqual(kept);
});

test('a body or query that is no object stays as it is; otherwise unknown and empty fields are left out', () => {
  const schema = z.object({ name: z.string() });
  for (const sent of [['name'], 'name', null, { other: 1 }])
    expect(withoutUnknown(schema, sent)).toEqual(sent);
  expect(withoutUnknown(schema, { name: 'a', other: 1 })).toEqual({ name: 'a' });
  expect(withoutEmpty(['', ' '])).toEqual(['', ' ']);
  expect(withoutEmpty({ name: ' ', page: 0, search: 'a' })).toEqual({ page: 0, search: 'a' });
});
