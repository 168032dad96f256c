import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';

const escaped: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const fieldOf = (value: string | number | null) =>
  value === null
    ? '\\N'
    : typeof value === 'number'
      ? String(value)
      : value.replace(/[\\\t\n\r]/g, (sign) => escaped[sign] ?? sign);

export class Copier {
  readonly #stream;
  #chunk: string[] = [];
  #length = 0;

  constructor(client: pg.Client, table: string, columns: string[]) {
    this.#stream = client.query(from(`copy ${table} (${columns.join(', ')}) from stdin`));
  }

  async add(row: (string | number | null)[]): Promise<void> {
    const line = `${row.map(fieldOf).join('\t')}\n`;
    this.#chunk.push(line);
    this.#length += line.length;
    if (this.#length > 500_000) await this.#flush();
  }

  async #flush(): Promise<void> {
    const chunk = this.#chunk.join('');
    this.#chunk = [];
    this.#length = 0;
    if (!this.#stream.write(chunk)) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    await this.#flush();
    this.#stream.end();
    await finished(this.#stream);
  }
}
