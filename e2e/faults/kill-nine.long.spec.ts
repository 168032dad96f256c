import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { openOffice } from '../support/office.ts';
import { ownServer } from '../support/own-server.ts';
import { startServer } from '../support/server.ts';
import { signInByCall } from '../support/sign-in.ts';
import { spreadsheet } from '../support/spreadsheet.ts';

const own = ownServer();
const rowsPerUpload = 4_000;

/** Returns true if the server confirmed the upload, and false if the server died first. */
async function upload(address: string, headers: HeadersInit, file: File): Promise<boolean> {
  const body = new FormData();
  body.append('file', file);
  try {
    const path = `${address}/api/v1/bulk/bulk-upload/`;
    const answer = await fetch(path, { method: 'POST', headers, body });
    const result = (await answer.json()) as { summary: { successful: number } };
    expect(result.summary.successful).toBe(rowsPerUpload);
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return false;
    throw error;
  }
}

// Covers: fault-1
test('loses nothing in five kill -9 during uploads, and needs no manual repair', async () => {
  test.setTimeout(600_000);
  let server = own.server;
  try {
    const acknowledged = new Map<string, boolean>();
    for (let round = 0; round < 5; round += 1) {
      const names = [`R${round}A`, `R${round}B`];
      const files = await Promise.all(names.map((name) => spreadsheet(name, rowsPerUpload)));
      const headers = await signInByCall(server.address, 'admin@doorstep.test');
      const send = async (file: File) => {
        const isStored = await upload(server.address, headers, file);
        acknowledged.set(file.name.replace('.xlsx', ''), isStored);
      };
      // In the third round, one upload ends before the kill, so that the server confirms at least one upload.
      if (round === 2) await send(files.pop() as File);
      const running = files.map(send);
      // Real time: each round kills the server at a different moment.
      await new Promise((resolve) => setTimeout(resolve, 150 + round * 250));
      const ended = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await Promise.all([ended, ...running]);
      server = await startServer(own.server.dataDir, { DEMO: 'on' });
      const office = await openOffice(server.address);
      for (const [portfolio, wasAcknowledged] of acknowledged) {
        const path = `/api/v1/applicants/?portfolio_name=${portfolio}`;
        const { count } = await office.ask<{ count: number }>('GET', path);
        expect([0, rowsPerUpload], `${portfolio} is whole or absent`).toContain(count);
        if (wasAcknowledged) expect(count, `${portfolio} was acknowledged`).toBe(rowsPerUpload);
      }
    }
    const stored = [...acknowledged.values()].filter(Boolean).length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(acknowledged.size);
  } finally {
    await server.stop();
  }
});
