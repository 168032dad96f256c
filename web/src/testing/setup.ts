import '../styles/theme.css';
import '../styles/inputs.css';
import '../styles/pieces.css';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import { dismissToast } from '../ui/feedback/toast.ts';
import { network } from './backend.ts';

beforeAll(async () => {
  await network.start({ quiet: true });
});

beforeEach(() => {
  localStorage.clear();
});

afterEach(() => {
  network.resetHandlers();
  dismissToast();
});
