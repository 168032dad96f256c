import { test } from 'vitest';
import { closeAfterTest, startTestApp } from '../../testing/test-app.ts';
import { loseNothing } from '../../testing/visit-interleavings.ts';

// Covers: fault-55
test('whatever agents and admins do at once, no visit, photo or sum is lost', async () => {
  await loseNothing(closeAfterTest(await startTestApp()), 25);
}, 120_000);
