import * as z from 'zod/mini';

/**
 * Who may call an endpoint. `session` is any signed-in user, agents included; `admin` includes super admins.
 * Finer rules (an admin may reset agents but not admins) stand in the service that knows the target.
 */
export type Access = 'public' | 'session' | 'agent' | 'admin' | 'superadmin';

type Schema = z.ZodMiniType;

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path as the specification spells it, trailing slash included, with `:name` for parameters. */
  path: `/api/v1/${string}`;
  access: Access;
  params: Params;
  query: Query;
  /** JSON body; `multipart` and `file` endpoints describe theirs beside the endpoint. */
  body: Body;
  response: Response;
  status: 200 | 201;
  request: 'json' | 'multipart';
  reply: 'json' | 'file';
}

const nothing = z.strictObject({});
export type Nothing = typeof nothing;

/** Describes one call of the wire as a value, which the server mounts and the client calls. */
export function defineEndpoint<
  Response extends Schema,
  Params extends Schema = Nothing,
  Query extends Schema = z.ZodMiniUnknown,
  Body extends Schema = z.ZodMiniUnknown,
>(endpoint: {
  method: Endpoint['method'];
  path: Endpoint['path'];
  access: Access;
  params?: Params;
  query?: Query;
  body?: Body;
  response: Response;
  status?: 200 | 201;
  request?: 'json' | 'multipart';
  reply?: 'json' | 'file';
}): Endpoint<Params, Query, Body, Response> {
  return {
    status: 200,
    request: 'json',
    reply: 'json',
    ...endpoint,
    params: endpoint.params ?? (nothing as unknown as Params),
    query: endpoint.query ?? (z.unknown() as unknown as Query),
    body: endpoint.body ?? (z.unknown() as unknown as Body),
  };
}

/** The path of an endpoint with its `:name` parameters filled in, URL-encoded. Throws when one is missing. */
export function pathTo(endpoint: Endpoint, params: Record<string, string | number> = {}): string {
  return endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
}
