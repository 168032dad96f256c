import { execFileSync } from 'node:child_process';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { launchOptions } from './browser.ts';
import { phone } from './phone.ts';

export async function startBrowser(
  profile: string,
  executablePath = launchOptions.executablePath,
): Promise<[BrowserContext, Page]> {
  const options = { ...launchOptions, ...phone, executablePath };
  const context = await chromium.launchPersistentContext(profile, options);
  context.setDefaultTimeout(60_000);
  return [context, context.pages()[0] ?? (await context.newPage())];
}

/** Kills all processes of the browser, like a phone whose battery is empty. */
export async function killBrowser(context: BrowserContext, profile: string): Promise<void> {
  const ended = new Promise((resolve) => context.once('close', resolve));
  const processes = execFileSync('ps', ['-ewwo', 'pgid=,args=']).toString().split('\n');
  // Playwright starts the browser in its own process group. This may find a forked child with the same
  // arguments instead of the browser, but both are in the same group.
  const group = processes.find((line) => line.includes(profile) && !line.includes('--type='));
  if (!group) throw new Error('The browser is not running');
  process.kill(-Number.parseInt(group, 10), 'SIGKILL');
  await ended;
}
