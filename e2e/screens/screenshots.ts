import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { buildWeb } from '../../scripts/build-web.mjs';
import { chromiumFlags, findChromium } from '../../scripts/programs/chromium.ts';
import { startDemoServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { type Screen, show } from './screen.ts';
import { screens } from './screens.ts';

const all = fileURLToPath(new URL('../../screenshots/', import.meta.url));
const shown = fileURLToPath(new URL('../../docs/screenshots/', import.meta.url));
const inReadme = new Set([
  'applicants',
  'verification-detail',
  'photo',
  'report-form',
  'portfolio',
]);

const looks = [
  { suffix: '', viewport: { width: 1366, height: 768 }, colorScheme: 'light' as const },
  { suffix: '-dark', viewport: { width: 1366, height: 768 }, colorScheme: 'dark' as const },
  { suffix: '-narrow', viewport: { width: 390, height: 844 }, colorScheme: 'light' as const },
  { suffix: '-narrow-dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
];

const only = process.argv.slice(2);
const wanted = screens.filter(({ name }) => only.length === 0 || only.includes(name));
await rm(all, { recursive: true, force: true });
await mkdir(all, { recursive: true });
await mkdir(shown, { recursive: true });

await buildWeb();
const server = await startDemoServer();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: chromiumFlags,
});

async function picture(screen: Screen, look: (typeof looks)[number], storage: Storage) {
  const context = await browser.newContext({
    baseURL: server.address,
    viewport: look.viewport,
    colorScheme: look.colorScheme,
    locale: 'en-US',
    timezoneId: 'Asia/Kolkata',
    ...(screen.isPublic ? {} : { storageState: storage }),
  });
  try {
    const page = await context.newPage();
    await show(page, screen);
    const image = sharp(await page.screenshot());
    await image.clone().png().toFile(`${all}${screen.name}${look.suffix}.png`);
    const isShown = inReadme.has(screen.name) && look.suffix === '';
    if (isShown) await image.webp({ quality: 82 }).toFile(`${shown}${screen.name}.webp`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${screen.name}${look.suffix}: ${String(error).split('\n')[0]}`);
  } finally {
    await context.close();
  }
}

type Storage = Awaited<ReturnType<Awaited<ReturnType<typeof browser.newContext>>['storageState']>>;
try {
  const first = await browser.newContext({ baseURL: server.address });
  await signIn(await first.newPage(), 'superadmin@doorstep.test');
  const storage = await first.storageState();
  await first.close();
  for (const look of looks) for (const screen of wanted) await picture(screen, look, storage);
  console.log(`Pictures of ${wanted.length} screens are in screenshots/.`);
} finally {
  await browser.close();
  await server.stop();
}
