import { createHash } from 'node:crypto';
import pg from 'pg';

/** Each connection keeps every named statement with its plan, some 100 KB apiece. */
const mostNamed = 200;
const mostCounted = 2_000;
const oftenEnough = 50;
const names = new Map<string, string>();
const prepared = new Set<string>();
const uses = new Map<string, number>();

/**
 * Lets connections keep the plan of a statement's text; returns the text. Only for a text whose best plan does not
 * depend on its values: never for a search, whose pattern decides between a moment and seconds.
 */
export function prepare(text: string): string {
  prepared.add(text);
  return giveName(text);
}

function giveName(text: string): string {
  if (!names.has(text) && names.size < mostNamed) {
    names.set(text, createHash('sha256').update(text).digest('hex').slice(0, 20));
  }
  return text;
}

/** The name of a statement that somebody prepared, not of one that merely comes often. */
export const nameOfPrepared = (text: string): string | undefined =>
  prepared.has(text) ? names.get(text) : undefined;

/** The name of a statement that is prepared, or sent so often that it is from now on. */
function nameOf(text: string): string | undefined {
  const name = names.get(text);
  if (name !== undefined || names.size >= mostNamed) return name;
  if (uses.size >= mostCounted) uses.clear();
  const used = (uses.get(text) ?? 0) + 1;
  uses.set(text, used);
  if (used >= oftenEnough && !/\blike\b/i.test(text)) giveName(text);
  return undefined;
}

/** A connection that gives the statements of {@link prepare}, and those that come often, their names. */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      const hasValues = Array.isArray(values) && values.length > 0;
      const name =
        typeof text === 'string' ? (hasValues ? nameOf(text) : names.get(text)) : undefined;
      return name === undefined
        ? query(text, values, ...rest)
        : query({ name, text, values }, ...rest);
    };
    this.query = named as typeof this.query;
  }
}
