import type { Export } from '@doorstep/contract/exports';
import { expect } from 'vitest';
import type { Visitor } from './test-app.ts';

/** Requests an export, and waits until it is ready. */
export async function makeExport(admin: Visitor, wanted: object): Promise<Export> {
  const answer = await admin.post('exports/', wanted);
  expect(answer.statusCode, answer.body).toBe(201);
  const { id } = answer.json<Export>();
  const find = async () => {
    const { results } = (await admin.get('exports/')).json<{ results: Export[] }>();
    return results.find((one) => one.id === id);
  };
  await expect.poll(async () => (await find())?.status).toBe('ready');
  return (await find()) as Export;
}
