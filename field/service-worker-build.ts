import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { contractAddresses } from './contract-addresses.ts';

/** `revision` is null if the file's name changes with its contents. */
interface PrecacheEntry {
  url: string;
  revision: string | null;
  /** The SHA-256 of the file. Workbox replaces a file that is missing from its cache only if this is set. */
  integrity: string;
}

export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'doorstep-service-worker',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
      if (build.outDir.startsWith('/')) folder = build.outDir;
    },
    closeBundle: async () => {
      const files = await listFiles(folder);
      await build({
        configFile: false,
        publicDir: false,
        plugins: [contractAddresses()],
        logLevel: 'warn',
        define: {
          'self.__WB_MANIFEST': JSON.stringify(files.filter(({ url }) => !isOnDemand(url))),
          'self.__LANGUAGES': JSON.stringify(files.filter(({ url }) => isOnDemand(url))),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir: folder,
          emptyOutDir: false,
          rolldownOptions: {
            input: fileURLToPath(new URL('src/service-worker/service-worker.ts', import.meta.url)),
            output: { format: 'iife', entryFileNames: 'service-worker.js' },
          },
        },
      });
    },
  };
}

/** Whether a file contains a language or the practice cases. The phone stores such a file when it is first needed. */
const isOnDemand = (url: string) => /\/assets\/(?:[a-z]{2}|practice)-[\w-]+\.json$/.test(url);

async function listFiles(folder: string): Promise<PrecacheEntry[]> {
  const entries: PrecacheEntry[] = [];
  for await (const found of glob('**/*.{html,js,css,svg,png,json,webmanifest}', { cwd: folder })) {
    const path = found.split(sep).join('/');
    if (path === 'service-worker.js') continue;
    const hash = createHash('sha256').update(await readFile(join(folder, path)));
    const sum = hash.digest();
    const isNamedByContents = path.startsWith('assets/');
    entries.push({
      url: `/field/${path}`,
      revision: isNamedByContents ? null : sum.toString('hex').slice(0, 16),
      integrity: `sha256-${sum.toString('base64')}`,
    });
  }
  return entries.sort((a, b) => a.url.localeCompare(b.url));
}
