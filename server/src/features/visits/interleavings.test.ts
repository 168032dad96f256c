import { test } from 'vitest';
import { closeAfterTest, startTestApp } from '../../testing/test-app.ts';
import { expectNothingLost } from '../../testing/visits/interleavings.ts';

// Covers: fault-55
test('whatever agents and admins do at once, no visit, photo or sum is lost', async () => {
  await expectNothingLost(closeAfterTest(await startTestApp()), 5);
});
