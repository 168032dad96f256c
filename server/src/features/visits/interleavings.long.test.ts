import { test } from 'vitest';
import { closeAfterTest, startTestApp } from '../../testing/test-app.ts';
import { expectNothingLost } from '../../testing/visits/interleavings.ts';

// Covers: fault-55, second-looks-11
test('1,000 runs of simultaneous actions by agents and admins lose no visit, photo or count', async () => {
  await expectNothingLost(closeAfterTest(await startTestApp()), { numRuns: 1_000 });
}, 3_600_000);
