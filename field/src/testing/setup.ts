import '../styles/theme.css';
import { afterEach, beforeAll } from 'vitest';
import { network } from './backend.ts';

// What makes a PIN slow to guess would take half a second of each test. `lock.test.ts` holds how slow it is.
const { subtle } = crypto;
const deriveKey = subtle.deriveKey.bind(subtle);
subtle.deriveKey = (algorithm, ...rest) =>
  deriveKey(
    typeof algorithm === 'object' && 'iterations' in algorithm
      ? { ...algorithm, iterations: 1 }
      : algorithm,
    ...rest,
  );

beforeAll(async () => {
  await network.start({ quiet: true });
});

afterEach(() => {
  network.resetHandlers();
});
