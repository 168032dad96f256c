import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { respell } from './tolerance.ts';

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
