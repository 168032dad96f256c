import { expect, test } from 'vitest';
import { prettifyLabel } from './labels.ts';

test.each([
  ['visit_type', 'Visit Type'],
  ['visitType', 'Visit Type'],
  ['-row2Id  pdf', 'Row2 ID PDF'],
])('the label of %j is %j', (name, label) => {
  expect(prettifyLabel(name)).toBe(label);
});
