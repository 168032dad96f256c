import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Language } from '@doorstep/contract/languages';
import { chromium, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { chromiumFlags, findChromium } from '../../scripts/programs/chromium.ts';

/**
 * Takes screenshots of the agents' app at 360 x 640, in each state that looks different. Usage: `node
 * e2e/screens/field-screenshots.ts <folder> [look] [name]`. The look and the name may be regular
 * expressions.
 */
const looks = {
  light: { colorScheme: 'light', language: 'en', text: 100 },
  dark: { colorScheme: 'dark', language: 'en', text: 100 },
  large: { colorScheme: 'light', language: 'en', text: 200 },
  hindi: { colorScheme: 'light', language: 'hi', text: 100 },
  marathi: { colorScheme: 'light', language: 'mr', text: 100 },
  tamil: { colorScheme: 'light', language: 'ta', text: 100 },
  telugu: { colorScheme: 'light', language: 'te', text: 100 },
  bengali: { colorScheme: 'light', language: 'bn', text: 100 },
  'tamil-large': { colorScheme: 'light', language: 'ta', text: 200 },
  'hindi-dark-large': { colorScheme: 'dark', language: 'hi', text: 200 },
} as const;

/** The path of a module that the app's development server serves to the page. */
const states: string = '/field/src/testing/screen-states.ts';
const [folder = 'field-pictures', look = '', wanted = ''] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const root = fileURLToPath(new URL('../../field', import.meta.url));
const server = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  // Hides the proxy's errors about the missing backend. To the app, a missing backend looks like no network.
  logLevel: 'silent',
  server: { port: 0, hmr: false },
});
await server.listen();
const base = server.resolvedUrls?.local[0] ?? '';
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: [...chromiumFlags, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
});
for (const [name, { colorScheme, language, text }] of Object.entries(looks)) {
  if (!new RegExp(`^(${look})`).test(name)) continue;
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    deviceScaleFactor: 1.5,
    colorScheme,
    reducedMotion: 'reduce',
    permissions: ['camera', 'geolocation'],
    geolocation: { latitude: 18.5204, longitude: 73.8567, accuracy: 12 },
    timezoneId: 'Asia/Kolkata',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.log(name, error.message));
  await page.goto(base);
  await page.evaluate(
    async ([size, words, module]) => {
      document.documentElement.style.fontSize = `${size}%`;
      const { showLanguage } = await import(module);
      await showLanguage(words);
    },
    [text, language, '/field/src/words/language.ts'] as const,
  );
  for (const state of await listStates(page)) {
    if (!new RegExp(wanted).test(state)) continue;
    await show(page, state, language);
    await page.screenshot({ path: join(folder, `${name}-${state}.png`) });
  }
  await context.close();
}
await browser.close();
await server.close();

function listStates(page: Page): Promise<string[]> {
  return page.evaluate(async (module) => {
    const { screenStates } = await import(module);
    return screenStates.map(({ name }: { name: string }) => name);
  }, states);
}

async function show(page: Page, name: string, language: Language): Promise<void> {
  const buttons: string[] = await page.evaluate(
    async ([name, module, words]) => {
      const { buttonsOf, screenStates } = await import(module);
      const state = screenStates.find((one: { name: string }) => one.name === name);
      // Opens another address first, because the next screen may have the same address as the last screen.
      history.replaceState(null, '', `/field/task/0/${name}`);
      dispatchEvent(new PopStateEvent('popstate'));
      history.replaceState(null, '', `/field${await state.prepare()}`);
      dispatchEvent(new PopStateEvent('popstate'));
      return buttonsOf(state, (await import(words)).default);
    },
    [name, states, `/field/src/words/${language}.json`] as const,
  );
  // A container query in rem is evaluated again only when the container's size changes.
  await page.setViewportSize({ width: 360, height: 641 });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.locator('h1').filter({ visible: true }).waitFor();
  await page.waitForTimeout(500);
  for (const button of buttons) {
    await page
      .getByRole('button', { name: button, exact: true })
      .click({ timeout: 3000 })
      .catch((error) => console.log(name, String(error).slice(0, 80)));
  }
  await page.waitForTimeout(buttons.length > 0 ? 800 : 100);
}
