import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { installPackages } from './apt.mjs';

const run = promisify(execFile);

/** Flags for a test machine: no sandbox, because tests may run as root, and no background traffic. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const withoutWindows = 'chromium-headless-shell';
// The headless shell comes first, because tests take a third less time in it.
const names = [
  withoutWindows,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

export function locateChromium(): string | undefined {
  const given = process.env.CHROME_PATH;
  return [...(given ? [given] : []), ...onPath(names), ...places, chromium.executablePath()].find(
    isExecutable,
  );
}

/**
 * Finds a Chromium that stores sessions and form data, and installs one if there is none. The headless
 * shell stores neither sessions nor form data.
 */
export function findWholeChromium(): string {
  const locate = () =>
    [...onPath(names.filter((name) => name !== withoutWindows)), ...places].find(isExecutable);
  const found = locate();
  if (found !== undefined) return found;
  installPackages('A test needs a Chromium that stores form data.', 'chromium');
  return locate() ?? 'chromium';
}

function onPath(programs: readonly string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.flatMap((name) => folders.map((folder) => join(folder, name)));
}

export async function findChromium(): Promise<string> {
  const given = process.env.CHROME_PATH;
  if (given && !isExecutable(given)) throw new Error(`CHROME_PATH is not a program: ${given}`);
  const found = locateChromium();
  if (found !== undefined) return found;

  const reason = 'The tests need Chromium.';
  const failures: string[] = [];
  const installs = [
    async () => installPackages(reason, 'chromium-headless-shell', 'fonts-noto-core'),
    async () => installPackages(reason, 'chromium', 'fonts-noto-core'),
    installWithPlaywright,
  ];
  for (const install of installs) {
    try {
      await install();
    } catch (error) {
      failures.push((error as Error).message.trim());
    }
    const installed = locateChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    `There is no Chromium on this machine. Install one, or set CHROME_PATH to one.\n${failures.join('\n')}`,
  );
}

async function installWithPlaywright(): Promise<void> {
  const cli = join(import.meta.dirname, '../../node_modules/playwright/cli.js');
  await run(process.execPath, [cli, 'install', 'chromium']);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
