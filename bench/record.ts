import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { percentilesOf } from './percentile.ts';

export type Cell = string | number;

export function describeMachine() {
  return {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
  };
}

export function describeNumbers(milliseconds: number[]) {
  const percentile = percentilesOf(milliseconds);
  const at = (share: number) => Math.round(percentile(share));
  return { runs: milliseconds.length, median: at(0.5), p95: at(0.95), worst: at(1) };
}

/**
 * Stores a result as results/<name>.json, prints its table, and writes the table into the README at the
 * mark `name`.
 */
export async function record(name: string, result: object, rows: Cell[][]): Promise<void> {
  const results = new URL('results/', import.meta.url);
  await mkdir(results, { recursive: true });
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(result, null, 2)}\n`);

  const table = drawTable(rows);
  console.log(`\n${table}\n`);
  const readme = new URL('README.md', import.meta.url);
  const text = await readFile(readme, 'utf8');
  const block = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- end -->)`);
  if (!block.test(text)) throw new Error(`The README has no place for "${name}"`);
  await writeFile(
    readme,
    text.replace(block, (_, start, end) => `${start}\n${table}\n${end}`),
  );
}

function drawTable([head = [], ...body]: Cell[][]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...body].map((cells) => String(cells[column] ?? '').length)),
  );
  const line = (cells: Cell[]) =>
    `| ${widths
      .map((width, column) => {
        const text = String(cells[column] ?? '');
        return column === 0 ? text.padEnd(width) : text.padStart(width);
      })
      .join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
