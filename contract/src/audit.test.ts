import { expect, test } from 'vitest';
import { describeEvent } from './audit.ts';

test.each([
  ['verification', 'undo', { admin_decision: 'positive' }, 'Undid the decision; positive again'],
  ['verification', 'undo', { admin_decision: null }, 'Undid the decision'],
  ['access', 'refused', { admin_decision: 'positive' }, 'Was denied access'],
  ['phone_call', 'hang_up', null, 'Hang up phone call'],
])('%s.%s with %j is called: %s', (subject, action, after, title) => {
  expect(describeEvent({ subject, action, after })).toBe(title);
});
