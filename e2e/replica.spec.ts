import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { freePort } from '../server/src/testing/free-port.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../server/src/testing/replicated-database.ts';
import { type RunningServer, startServer } from './server.ts';
import { enter } from './sign-in.ts';

// Two servers of two processes each, on one PostgreSQL and one streaming replica of it.
test.describe.configure({ mode: 'serial' });

interface Node extends RunningServer {
  metricsPort: number;
}
let databases: ReplicatedDatabase;
let nodes: Node[];
const folders: string[] = [];

const urlOf = ({ user, host, port, database }: ReplicatedDatabase['primary']) =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;

async function startNode(): Promise<Node> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-reading-'));
  folders.push(folder);
  const metricsPort = await freePort();
  const server = await startServer(folder, {
    DEMO: 'on',
    PROCESSES: '2',
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: urlOf(databases.primary),
    REPLICA_URL: urlOf(databases.connection),
  });
  return { ...server, metricsPort };
}

/** How many reads were answered for a cause, by all servers. */
async function reads(cause: string): Promise<number> {
  const counts = nodes.map(async ({ metricsPort }) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const [, count] = new RegExp(`reads_total{[^}]*cause="${cause}"[^}]*} (\\d+)`).exec(text) ?? [];
    return Number(count ?? 0);
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

async function openOn(browser: Browser, node: Node | undefined, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: node?.address })).newPage();
  await enter(page, email);
  const listening = page.waitForResponse((response) => response.url().includes('/events/'));
  await page.goto('/applicants');
  await listening;
  return page;
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  databases = await startReplicatedDatabase();
  nodes = await Promise.all([startNode(), startNode()]);
});
test.afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await databases?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('a replica answers the app, and nobody sees that it is behind or gone', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const [own, colleague] = [
    await openOn(browser, nodes[0], 'superadmin@doorstep.test'),
    await openOn(browser, nodes[1], 'admin@doorstep.test'),
  ];
  const turn = async (page: Page) => {
    await page.getByRole('button', { name: 'Not Assigned' }).click();
    await expect(page.getByText(/^Filter Active/)).toBeVisible();
    await page.getByRole('button', { name: 'Show All' }).click();
    await page.reload();
  };
  await expect(async () => {
    await turn(own);
    expect(await reads('caught_up')).toBeGreaterThan(0);
  }).toPass({ timeout: 60_000 });

  const pending = own.getByRole('row').filter({ hasText: 'Pending' }).first();
  const view = await pending.getByRole('button', { name: /^View/ }).getAttribute('aria-label');
  const rowOn = (page: Page) =>
    page.getByRole('row').filter({ has: page.getByRole('button', { name: view ?? '' }) });
  await expect(rowOn(colleague)).toContainText('Pending');

  await databases.pause();
  await rowOn(own)
    .getByRole('button', { name: /^Assign/ })
    .click();
  const dialog = own.getByRole('dialog', { name: 'Assign Agent' });
  await dialog.getByLabel('Enter Agent Name:').fill('Prakash Salunkhe');
  await dialog.getByRole('button', { name: /^Assign/ }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOn(own)).toContainText('Prakash Salunkhe');
  // Told by an event, which says from where on it is true.
  await expect(rowOn(colleague)).toContainText('Prakash Salunkhe');
  expect(await reads('behind')).toBeGreaterThan(0);
  await databases.resume();

  await databases.stopReplica();
  await turn(own);
  await turn(colleague);
  await expect(rowOn(colleague)).toContainText('Prakash Salunkhe');
  expect(await reads('away')).toBeGreaterThan(0);
  for (const node of nodes) {
    expect(node.output().match(/The replica is left alone/g)?.length).toBeLessThanOrEqual(2);
  }
});
