import { mergeConfig } from 'vitest/config';
import { pageTests } from '../scripts/page-tests.ts';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  pageTests({
    sharesPage: true,
    viewport: { width: 1366, height: 768 },
    context: { reducedMotion: 'reduce' },
  }),
);
