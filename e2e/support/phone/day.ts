import { expect, type Page, test } from '@playwright/test';
import { type CuttingProxy, startCuttingProxy } from '../network/cutting-proxy.ts';
import type { ownServer } from '../own-server.ts';
import { signInOnPhone } from './phone.ts';

/** Returns a function that signs in a new agent with four tasks, behind a proxy that can cut the network. */
export function agentDays(own: ReturnType<typeof ownServer>) {
  let proxy: CuttingProxy | undefined;
  test.afterEach(() => proxy?.stop());
  return async (page: Page, name: string) => {
    proxy = await startCuttingProxy(own.server.address);
    const four = ['RESIDENCE', 'RESIDENCE', 'RESIDENCE', 'RESIDENCE'] as const;
    const { email, tasks } = await own.office.hire(name, ...four);
    await signInOnPhone(page, email, proxy.address);
    await expect(page.locator('a[href^="/field/task/"]')).toHaveCount(4);
    return { proxy, email, tasks };
  };
}
