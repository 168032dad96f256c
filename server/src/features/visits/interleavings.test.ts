import { test } from 'vitest';
import { closeAfterTest, startTestApp } from '../../testing/test-app.ts';
import { expectNothingLost } from '../../testing/visits/interleavings.ts';

// Covers: fault-55
test('whatever agents and admins do at once, no visit, photo or sum is lost', async () => {
  // So few runs draw the same each time; the long test draws afresh.
  const params = { numRuns: 5, seed: 20_260_601 };
  await expectNothingLost(closeAfterTest(await startTestApp()), params);
});
