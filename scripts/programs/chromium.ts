import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright';
import { installWithApt } from './apt.ts';

const run = promisify(execFile);

/** For a test machine: no sandbox (tests may run as root), no traffic of its own. */
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

// The one without windows comes first: tests take two thirds of the time in it.
const names = [
  'chromium-headless-shell',
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

/** The Chromium that is on this machine: CHROME_PATH, else the system's, else Playwright's own. */
export function locateChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const given = process.env.CHROME_PATH;
  return [...(given ? [given] : []), ...onPath, ...places, chromium.executablePath()].find(
    isExecutable,
  );
}

/** The Chromium of this machine, installed if there is none. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROME_PATH;
  if (given && !isExecutable(given)) throw new Error(`CHROME_PATH is not a program: ${given}`);
  const found = locateChromium();
  if (found !== undefined) return found;

  console.log('There is no Chromium on this machine. Installing one.');
  const failures: string[] = [];
  const installs = [
    () => installWithApt('chromium-headless-shell', 'fonts-noto-core'),
    () => installWithApt('chromium', 'fonts-noto-core'),
    installWithPlaywright,
  ];
  for (const install of installs) {
    await install().catch((error: Error) => failures.push(error.message.trim()));
    const installed = locateChromium();
    if (installed !== undefined) return installed;
  }
  throw new Error(
    [
      'The tests need Chromium, and it could not be installed.',
      'Install it with your package manager, or set CHROME_PATH to a Chromium or Chrome.',
      ...failures,
    ].join('\n'),
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
