import { setTimeout as sleep } from 'node:timers/promises';
import { generatePdf } from '@doorstep/contract/reports';
import { listVerifications } from '@doorstep/contract/verifications';
import { startDemoServer } from '../../e2e/support/server.ts';
import { demoPassword } from '../../e2e/support/sign-in.ts';
import { signIn } from '../load/sign-in.ts';
import { describeMachine, record } from '../record.ts';
import { type Usage, usageOf } from '../throughput/process-usage.ts';

const [reports, minutes] = [400, 5];
const machine = describeMachine();
const server = await startDemoServer({ isSecondStart: true });
try {
  const { accessToken } = await signIn(server.address, 'superadmin@doorstep.test', demoPassword);
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const applications = await listApplications(headers);
  const started = await usage();
  for (let made = 0; made < reports; made += 1) {
    const body = JSON.stringify({ application_id: applications[made % applications.length] });
    const url = `${server.address}${generatePdf.path}`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`A report failed: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
  const drawn = await usage();
  await sleep((minutes - 1) * 60_000);
  const before = await usage();
  await sleep(60_000);
  const after = await usage();
  const cpu = Math.round(((after.cpu - before.cpu) / 60) * 10_000) / 100;
  await record('idle', { date: new Date().toISOString(), machine, started, drawn, after, cpu }, [
    ['Memory, MB', 'Server', 'Report processes', 'Database'],
    row('After the start', started),
    row(`After ${reports} reports`, drawn),
    row(`${minutes} minutes later`, after),
    ['CPU in the last of these minutes, all together, % of a core', cpu, '-', '-'],
  ]);
} finally {
  await server.stop();
}

async function listApplications(headers: Record<string, string>): Promise<string[]> {
  const answer = await fetch(`${server.address}${listVerifications.path}?page_size=100`, {
    headers,
  });
  const { results } = (await answer.json()) as { results: { applicant_ids: string }[] };
  return results.map(({ applicant_ids }) => applicant_ids);
}

async function usage(): Promise<Usage> {
  return usageOf(server.process.pid ?? 0);
}

function row(name: string, { memoryOf }: Usage) {
  return [name, ...[memoryOf.server, memoryOf.reports, memoryOf.database].map(Math.round)];
}
