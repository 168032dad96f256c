import { test } from 'vitest';
import { closeAfterTest, startTestApp } from '../../testing/test-app.ts';
import { expectNothingLost } from '../../testing/visits/interleavings.ts';

// Covers: fault-55
test('1,000 runs of what agents and admins do at once lose no visit, photo or sum', async () => {
  await expectNothingLost(closeAfterTest(await startTestApp()), { numRuns: 1_000 });
}, 1_800_000);
