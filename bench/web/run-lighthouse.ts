import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { signIn } from '../../e2e/support/sign-in.ts';
import { chromiumFlags, findChromium } from '../../scripts/programs/chromium.ts';
import { freePort } from '../../server/src/testing/services/free-port.ts';

/** Lighthouse is not one of the project's packages, so npm downloads this version when the benchmark runs. */
export const lighthouseVersion = '13.5.0';
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];

/** The part of Lighthouse's report that is used here. Scores are from 0 to 1. */
export interface LighthouseReport {
  runtimeError?: { message: string };
  finalDisplayedUrl: string;
  categories: Record<Category, { score: number; auditRefs: { id: string }[] }>;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
}

interface Target {
  address: string;
  path: string;
  isSignedIn: boolean;
}

export async function runLighthouse(target: Target): Promise<LighthouseReport> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-lighthouse-'));
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath: await findChromium(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    baseURL: target.address,
  });
  try {
    if (target.isSignedIn) {
      const page = browser.pages()[0] ?? (await browser.newPage());
      await signIn(page, 'superadmin@doorstep.test');
      const devtools = await browser.newCDPSession(page);
      await page.goto('about:blank');
      await devtools.send('Network.clearBrowserCache');
    }
    const file = join(folder, 'report.json');
    await startLighthouse(`${target.address}${target.path}`, port, file);
    const report = JSON.parse(await readFile(file, 'utf8')) as LighthouseReport;
    if (report.runtimeError) throw new Error(report.runtimeError.message);
    const shown = new URL(report.finalDisplayedUrl).pathname;
    if (shown !== target.path) throw new Error(`${target.path} led to ${shown}`);
    return report;
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startLighthouse(url: string, port: number, file: string): Promise<void> {
  const arguments_ = [
    ...['exec', '--yes', `--package=lighthouse@${lighthouseVersion}`, '--', 'lighthouse', url],
    ...['--preset=desktop', `--port=${port}`, '--disable-storage-reset', '--quiet'],
    ...[`--only-categories=${categories.join(',')}`, '--output=json', `--output-path=${file}`],
  ];
  const npm = spawn('npm', arguments_, {
    stdio: ['ignore', 'inherit', 'inherit'],
    // Lighthouse must run with this Node, not with the system's.
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
      npm_config_loglevel: 'error',
    },
    shell: process.platform === 'win32',
  });
  const [code] = await once(npm, 'exit');
  if (code !== 0) throw new Error(`Lighthouse exited with code ${code}`);
}
