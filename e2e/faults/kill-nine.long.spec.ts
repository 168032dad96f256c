import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { type RunningServer, startServer } from '../support/server.ts';
import { signInByCall } from '../support/sign-in.ts';

const rowsPerUpload = 4_000;
const person = {
  name: 'First Admin',
  email: 'first@example.test',
  phone: '9000000000',
  password: 'Long-enough-42',
};
const setupCommand = fileURLToPath(
  new URL('../../server/src/cli/create-super-admin.ts', import.meta.url),
);

/** Uses the command that the server printed, as an operator would. */
async function createFirstAdmin(server: RunningServer) {
  const [, address, code] = /--server (\S+) --code=(\S+)/.exec(server.output()) ?? [];
  expect(code, server.output()).toBeDefined();
  const command = spawn(process.execPath, [
    setupCommand,
    '--server',
    `${address}`,
    `--code=${code}`,
  ]);
  command.stdin.end(
    `${person.name}\n${person.email}\n${person.phone}\n${person.password}\n${person.password}\n`,
  );
  const [exitCode] = await once(command, 'exit');
  expect(exitCode).toBe(0);
}

const signIn = ({ address }: RunningServer) =>
  signInByCall(address, person.email, { password: person.password });

async function spreadsheet(portfolio: string): Promise<File> {
  const header = [
    'application_id',
    'applicant_name',
    'portfolio_name',
    'visit_type',
    'mobile_number',
    'pin_code',
    'address',
  ];
  const rows = Array.from({ length: rowsPerUpload }, (_, index) => [
    `${portfolio}-${index}`,
    `Applicant ${index}`,
    portfolio,
    'RESIDENCE',
    '9820098200',
    '400001',
    `${index} Station Road`,
  ]);
  const bytes = await writeXlsx({ sheets: [{ name: 'Applicants', rows: [header, ...rows] }] });
  return new File([new Uint8Array(bytes)], `${portfolio}.xlsx`);
}

/** Returns true if the server confirmed the upload, and false if the server died first. */
async function upload(
  server: RunningServer,
  headers: Record<string, string>,
  file: File,
): Promise<boolean> {
  const body = new FormData();
  body.append('file', file);
  try {
    const answer = await fetch(`${server.address}/api/v1/bulk/bulk-upload/`, {
      method: 'POST',
      headers,
      body,
    });
    const result = (await answer.json()) as { summary: { successful: number } };
    expect(result.summary.successful).toBe(rowsPerUpload);
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

async function countOf(server: RunningServer, headers: Record<string, string>, portfolio: string) {
  const answer = await fetch(`${server.address}/api/v1/applicants/?portfolio_name=${portfolio}`, {
    headers,
  });
  return ((await answer.json()) as { count: number }).count;
}

// Covers: fault-1
test('loses nothing in five kill -9 during uploads, and needs no manual repair', async () => {
  test.setTimeout(600_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'doorstep-kill-'));
  let server = await startServer(dataDir, { DEMO: 'off' });
  try {
    await createFirstAdmin(server);
    const acknowledged = new Map<string, boolean>();
    for (let round = 0; round < 5; round += 1) {
      const headers = await signIn(server);
      const [first, second] = await Promise.all([
        spreadsheet(`R${round}A`),
        spreadsheet(`R${round}B`),
      ]);
      // One upload is complete before the kill of this round, so at least this upload must still be stored.
      if (round === 2) acknowledged.set('R2A', await upload(server, headers, first));
      const running = (round === 2 ? [second] : [first, second]).map(async (file) => {
        acknowledged.set(file.name.replace('.xlsx', ''), await upload(server, headers, file));
      });
      // Real time: the server is killed at a random moment.
      await new Promise((resolve) => setTimeout(resolve, 150 + round * 250));
      const ended = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await Promise.all([ended, ...running]);
      server = await startServer(dataDir, { DEMO: 'off' });
      const again = await signIn(server);
      for (const [portfolio, wasAcknowledged] of acknowledged) {
        const count = await countOf(server, again, portfolio);
        expect([0, rowsPerUpload], `${portfolio} is whole or absent`).toContain(count);
        if (wasAcknowledged) expect(count, `${portfolio} was acknowledged`).toBe(rowsPerUpload);
      }
    }
    expect([...acknowledged.values()].filter(Boolean).length).toBeGreaterThan(0);
    expect([...acknowledged.values()].filter((stored) => !stored).length).toBeGreaterThan(0);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});
