import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '@doorstep/contract/limits';
import { expect, test } from 'vitest';
import { serverLimits } from './limits.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const operations = readFileSync(`${root}docs/settings.md`, 'utf8');
const section = /^## Limits\n([^]*?)^## /m.exec(operations)?.[1] ?? '';

test('the table of limits and the code agree', () => {
  const rows = [...section.matchAll(/^\| `(\w+)` \| (\d+)/gm)].map(([, name, number]) => [
    name,
    Number(number),
  ]);
  expect(Object.fromEntries(rows)).toEqual({ ...serverLimits, ...limits });
});

test('the files that it says set them are there', () => {
  const files = [...section.matchAll(/`((?:server|contract)\/[\w/.-]+)`/g)].map(([, file]) => file);
  expect(files.length).toBe(2);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});
