import { expectTypeOf, test } from 'vitest';
import type { NewAuditEntry } from './record.ts';

// Covers: asvs-15
test('only an event that has a title can be recorded', () => {
  const of = { subjectId: 7 } as const;
  expectTypeOf({
    ...of,
    subject: 'applicant',
    action: 'give_back',
  } as const).toExtend<NewAuditEntry>();
  expectTypeOf({
    ...of,
    subject: 'applicant',
    action: 'juggle',
  } as const).not.toExtend<NewAuditEntry>();
  // An event of another subject has no title.
  expectTypeOf({
    ...of,
    subject: 'session',
    action: 'give_back',
  } as const).not.toExtend<NewAuditEntry>();
});
