import { mkdir } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../scripts/programs/chromium.ts';
import { show } from './screens/screen.ts';
import { screens } from './screens/screens.ts';
import { startDemoServer } from './support/server.ts';
import { signIn } from './support/sign-in.ts';

const out = '/tmp/desk-shots/';
await mkdir(out, { recursive: true });
const look = (w: number, h: number, colorScheme: 'light' | 'dark', deviceScaleFactor = 1) => ({ viewport: { width: w, height: h }, colorScheme, deviceScaleFactor });
const looks: Record<string, ReturnType<typeof look>> = {
  '1366': look(1366, 768, 'light'), '1366d': look(1366, 768, 'dark'), '1100': look(1100, 768, 'light'),
  '1024': look(1024, 768, 'light'), '1024d': look(1024, 768, 'dark'), '390': look(390, 844, 'light'), '390d': look(390, 844, 'dark'),
  '683': look(683, 384, 'light', 2), '683d': look(683, 384, 'dark', 2), '1920': look(1920, 1080, 'light'),
};
const [names = '', only = ''] = process.argv.slice(2);
const server = await startDemoServer();
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
try {
  const context0 = await browser.newContext({ baseURL: server.address });
  await signIn(await context0.newPage(), 'admin@doorstep.test');
  const storage = await context0.storageState();
  for (const screen of screens.filter(({ name }) => names.split(',').includes(name)))
    for (const [id, one] of Object.entries(looks)) {
      if (only && !only.split(',').includes(id)) continue;
      const context = await browser.newContext({ baseURL: server.address, locale: 'en-US', timezoneId: 'Asia/Kolkata', storageState: storage, ...one });
      try {
        const page = await context.newPage();
        await show(page, screen);
        await page.screenshot({ path: `${out}${screen.name}-${id}.png` });
        if (id === '390' || id === '683' || id === '1024') await page.screenshot({ path: `${out}${screen.name}-${id}-full.png`, fullPage: true });
      } catch (error) { console.error(screen.name, id, error); }
      await context.close();
    }
} finally { await browser.close(); await server.stop(); }
