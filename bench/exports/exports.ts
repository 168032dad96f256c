import { createExport, type Export, listExports } from '@doorstep/contract/exports';
import { startServer } from '../../e2e/support/server.ts';
import { benchAdmins, benchPassword } from '../load/fill-database.ts';
import { amountsOf, defaultFolder, prepareFolder } from '../load/loaded-folder.ts';
import { signIn } from '../load/sign-in.ts';
import { describeMachine, record } from '../record.ts';
import { watchMemory } from '../upload/process-memory.ts';

const amounts = amountsOf(1_000_000);
const folder = defaultFolder(amounts.applicants);
await prepareFolder(folder, amounts);
const machine = describeMachine();
const server = await startServer(folder, {
  DEMO: 'on',
  LOG_LEVEL: 'warn',
  NODE_ENV: 'production',
});
try {
  const { accessToken } = await signIn(server.address, benchAdmins[0] ?? '', benchPassword);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const measured = [];
  for (const list of ['applicants', 'verifications'] as const) {
    for (const format of ['xlsx', 'csv'] as const) {
      const before = watchMemory(server.process.pid ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { server: idle } = before();
      const stopWatch = watchMemory(server.process.pid ?? 0);
      const began = performance.now();
      const { id } = await call<Export>('POST', createExport.path, { list, format });
      const { done, file_url } = await finished(id);
      const seconds = (performance.now() - began) / 1_000;
      const file = await fetch(`${server.address}${file_url}`, { headers });
      const bytes = (await file.arrayBuffer()).byteLength;
      measured.push({ list, format, rows: done, seconds, bytes, idle, peak: stopWatch().server });
    }
  }
  await record('exports', { ...machine, date: new Date().toISOString(), measured }, [
    ['Export', 'Rows', 'Seconds', 'File, MB', 'Server before, MB', 'More at most, MB'],
    ...measured.map(({ list, format, rows, seconds, bytes, idle, peak }) => [
      ...[`${list}, ${format}`, rows, seconds.toFixed(1)],
      ...[(bytes / 1_048_576).toFixed(1), idle, peak - idle],
    ]),
  ]);

  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.address}${path}`, { method, headers, ...sent });
    if (!answer.ok) throw new Error(`The call failed: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  async function finished(id: string): Promise<Export> {
    for (;;) {
      const { results } = await call<{ results: Export[] }>('GET', listExports.path);
      const found = results.find((one) => one.id === id);
      if (!found || found.status === 'failed') throw new Error('The export failed.');
      if (found.status === 'ready') return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
} finally {
  await server.stop();
}
