import type { Endpoint } from './endpoint.ts';

/** Fills in the `:name` parameters, URL-encoded. Throws if one is missing. */
export function pathTo(
  endpoint: Pick<Endpoint, 'path'>,
  params: Record<string, string | number> = {},
): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
}
