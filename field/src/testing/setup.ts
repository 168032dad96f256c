import '../styles/theme.css';
import { afterEach, beforeAll } from 'vitest';
import { network } from './backend.ts';

beforeAll(async () => {
  await network.start({ quiet: true });
});

afterEach(() => {
  network.resetHandlers();
});
