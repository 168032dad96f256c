import { test } from 'vitest';
import { closeAfterTest, startTestApp } from '../../testing/test-app.ts';
import { expectNothingLost } from '../../testing/visits/interleavings.ts';

// Covers: fault-55, second-looks-11
test('simultaneous actions by agents and admins lose no visit, photo or count', async () => {
  // These few runs use a fixed seed. The long test uses random seeds.
  const params = { numRuns: 5, seed: 20_260_601 };
  await expectNothingLost(closeAfterTest(await startTestApp()), params);
});
