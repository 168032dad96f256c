import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const backend = 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    tailwindcss(),
    react(),
  ],
  build: {
    // With older targets, the CSS minifier rewrites light-dark(), which breaks the separate colour scheme
    // of the header.
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Makes fewer and larger files, and keeps libraries that only later pages use out of the sign-in's
        // first load.
        codeSplitting: {
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store)|use-sync-external-store)\//,
            },
            { name: 'query', test: /node_modules\/@tanstack\/(query-core|react-query)\// },
            { name: 'zod', test: /node_modules\/zod\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': backend, '/config.json': backend, '/field/': backend },
  },
});
