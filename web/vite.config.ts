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
    // Older targets make the CSS minifier rewrite light-dark(), which breaks the header's own colour scheme.
    target: ['chrome125', 'edge125', 'firefox128', 'safari18'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Fewer, larger files, cut where the sign-in and the pages behind it part.
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
