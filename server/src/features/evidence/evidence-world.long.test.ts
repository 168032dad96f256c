import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { evidenceTables } from '../../testing/evidence/evidence-table.ts';
import { makeWorld } from '../../testing/evidence/make-world.ts';

const page = new URL('../../../../docs/evidence.md', import.meta.url);

// Covers: evidence-13
test('in a generated world few honest visits get findings, and nine in ten of each fraud do', async () => {
  const world = makeWorld(1, { honest: 10_000, each: 300 });
  const text = await readFile(page, 'utf8');
  const [before = ''] = text.split('<!-- world -->');
  const after = text.split('<!-- end -->').at(-1) ?? '';
  const tables = `<!-- world -->\n\n${evidenceTables(world)}\n\n<!-- end -->`;
  await writeFile(page, `${before}${tables}${after}`);

  const { honest, frauds } = world;
  expect(honest.serious / honest.cases).toBeLessThanOrEqual(0.015);
  expect(honest.look / honest.cases).toBeLessThanOrEqual(0.06);
  const missed = frauds.filter(({ isBound, look, cases }) => isBound && look < 0.9 * cases);
  expect(missed.map(({ name }) => name)).toEqual([]);
});
