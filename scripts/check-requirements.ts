import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const citation = /^`([^`]+)` "(.+)"$/;

/** What is wrong with a table of requirements, one sentence each. `read` gives a file's text, if there is one. */
export function findGaps(table: string, read: (path: string) => string | undefined): string[] {
  const gaps: string[] = [];
  let header: string[] = [];
  for (const [index, line] of table.split('\n').entries()) {
    const cells = cellsOf(line);
    if (cells === undefined) header = [];
    else if (header.length === 0) header = cells;
    else if (header.at(-1) === 'Test' && !cells.every((cell) => /^-+$/.test(cell))) {
      const problems =
        cells.length === header.length
          ? (cells.at(-1) ?? '').split('<br>').map((cited) => problemOf(cited.trim(), read))
          : ['the row has another number of cells than its header'];
      gaps.push(
        ...problems
          .filter((text) => text !== undefined)
          .map((text) => `line ${index + 1}: ${text}`),
      );
    }
  }
  return gaps;
}

function cellsOf(line: string): string[] | undefined {
  if (!/^\|.*\|$/.test(line.trim())) return undefined;
  return line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function problemOf(cited: string, read: (path: string) => string | undefined): string | undefined {
  const [, path, title] = citation.exec(cited) ?? [];
  if (path === undefined || title === undefined) return `"${cited}" names no test`;
  const source = read(path);
  if (source === undefined) return `there is no ${path}`;
  const isThere = ["'", '"', '`'].some((quote) => source.includes(quote + title + quote));
  return isThere ? undefined : `${path} has no test "${title}"`;
}

/** The gaps in the project's own tables: what it must do, what keeps it safe, and what it withstands. */
export function checkRequirements(): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url));
  return ['docs/requirements.md', 'docs/security.md', 'docs/operations.md'].flatMap((document) =>
    findGaps(readFileSync(join(root, document), 'utf8'), (path) => {
      const file = join(root, path);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    }).map((gap) => `${document}, ${gap}`),
  );
}
