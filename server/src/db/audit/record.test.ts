import type { AuditEventName } from '@doorstep/contract/audit';
import { expectTypeOf, test } from 'vitest';

// Covers: asvs-15
test('only an event that has a title can be recorded', () => {
  expectTypeOf<'applicant.give_back'>().toExtend<AuditEventName>();
  expectTypeOf<'applicant.juggle'>().not.toExtend<AuditEventName>();
  // The event `give_back` has a title for applicants, but not for sessions.
  expectTypeOf<'session.give_back'>().not.toExtend<AuditEventName>();
});
