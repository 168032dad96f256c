import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractAddresses } from './contract-addresses.ts';
import packageJson from './package.json' with { type: 'json' };
import { serviceWorker } from './service-worker-build.ts';

const backend = 'http://127.0.0.1:8080';

export default defineConfig({
  base: '/field/',
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version) },
  plugins: [contractAddresses(), tailwindcss(), react(), serviceWorker()],
  build: {
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first screens share is one file: many small ones pack worse.
        codeSplitting: {
          groups: [
            {
              name: 'start',
              test: /node_modules\/(react|react-dom|scheduler|idb)\/|field\/src\/(ui\/(?!Choices|Tile)|words\/(?!.*hi\.json)|screens\/(session\/(?!Ready|SetSecret|SignInAgain|Forgot)|today\/)|lib\/((db|lock|session|tasks|app)\/(?!give-back|renew|sign-out|fetch-tasks|device|server-key|background|keep-|least-version)|sync\/(?!visit-file|colleagues|send-visit|send-queue|keep-|network|wifi-only)))/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': backend, '/readyz': backend },
  },
});
