import { mergeConfig } from 'vitest/config';
import { pageTests } from '../scripts/page-tests.ts';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  pageTests({
    viewport: { width: 360, height: 640 },
    flags: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    context: {
      permissions: ['camera', 'geolocation'],
      geolocation: { latitude: 18.5204, longitude: 73.8567, accuracy: 12 },
    },
  }),
);
