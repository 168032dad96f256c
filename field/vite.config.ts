import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { contractAddresses } from './contract-addresses.ts';
import packageJson from './package.json' with { type: 'json' };
import { serviceWorker } from './service-worker-build.ts';

const backend = 'http://127.0.0.1:8080';

/**
 * Replaces React with Preact, because React would be most of the first script. Development and the long
 * tests use React, because its development build reports mistakes.
 */
const preactForReact: Plugin = {
  name: 'preact-for-react',
  config: (_config, { mode }) => {
    if (mode === 'development' || process.env.REACT_BUILD === 'development') return {};
    const files = {
      'react-dom/client': import.meta.resolve('preact/compat/client'),
      'react-dom': import.meta.resolve('preact/compat'),
      'react/jsx-runtime': import.meta.resolve('preact/jsx-runtime'),
      react: import.meta.resolve('preact/compat'),
    };
    const alias = Object.entries(files).map(([name, url]) => ({
      find: new RegExp(`^${name}$`),
      replacement: fileURLToPath(url),
    }));
    return { resolve: { alias } };
  },
};

export default defineConfig({
  base: '/field/',
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version) },
  plugins: [preactForReact, contractAddresses(), tailwindcss(), react(), serviceWorker()],
  build: {
    target: ['chrome111', 'edge111', 'firefox128', 'safari16.4'],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Bundles the code of the first screens (everything not imported dynamically) in one file, because
        // many small files compress worse.
        codeSplitting: { groups: [{ name: 'start', test: /field\/src\/main\.tsx$/ }] },
      },
    },
  },
  server: {
    proxy: { '/api': backend, '/readyz': backend },
  },
});
