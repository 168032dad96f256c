import { readFileSync } from 'node:fs';
import { taskChanges } from '@doorstep/contract/visits/phone';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const having = (tasks: number) => ({
  known: Array.from({ length: tasks }, (_, at) => `${10 ** 14 + at}-0123abcd`).join(),
});

test('the longest address that a phone requests fits the buffers of the nginx configuration', () => {
  const query = taskChanges.query as z.ZodMiniType;
  expect(z.safeParse(query, having(500)).success).toBe(true);
  expect(z.safeParse(query, having(501)).success).toBe(false);
  const line = `GET ${taskChanges.path}?${new URLSearchParams(having(500))} HTTP/1.1\r\n`;
  const file = new URL('../../../../deploy/nginx.conf', import.meta.url);
  const [, kilobytes = 8] =
    /^\s*large_client_header_buffers \d+ (\d+)k;$/m.exec(readFileSync(file, 'utf8')) ?? [];
  expect(line.length).toBeLessThan(Number(kilobytes) * 1024);
});
