import { createHash } from 'node:crypto';
import pg from 'pg';

/** Each connection keeps every named statement with its plan, some 100 KB apiece. */
const most = 200;
const names = new Map<string, string>();

/**
 * Lets connections keep the plan of a statement's text; returns the text. Only for a text whose best plan does not
 * depend on its values: never for a search, whose pattern decides between a moment and seconds.
 */
export function prepare(text: string): string {
  if (!names.has(text) && names.size < most) {
    names.set(text, createHash('sha256').update(text).digest('hex').slice(0, 20));
  }
  return text;
}

/** A connection that gives the statements of {@link prepare} their names. */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? names.get(text) : undefined;
      return name === undefined
        ? query(text, values, ...rest)
        : query({ name, text, values }, ...rest);
    };
    this.query = named as typeof this.query;
  }
}

export const isPrepared = (text: string): boolean => names.has(text);
