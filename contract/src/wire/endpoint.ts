import * as z from 'zod/mini';

/**
 * The records that a kind of caller can reach through an endpoint. `agents`: only the records about agents.
 * `none`: the answer is 403, or 401 without a session.
 */
export type Reach = 'all' | 'agents' | 'own' | 'none';

/**
 * `nobody` has no open session, and gets a 401 from endpoints that need a session. `sender` is an agent's
 * locked phone, whose token works only for the access `public` and `agentSending`.
 */
export type Asker = 'nobody' | 'sender' | 'agent' | 'admin' | 'superadmin';

/** The permissions by kind of caller. The `access` of each endpoint names a row of this table. */
export const accessTable = {
  public: { nobody: 'all', sender: 'all', agent: 'all', admin: 'all', superadmin: 'all' },
  session: { nobody: 'none', sender: 'none', agent: 'own', admin: 'own', superadmin: 'own' },
  agent: { nobody: 'none', sender: 'none', agent: 'own', admin: 'none', superadmin: 'none' },
  agentSending: { nobody: 'none', sender: 'own', agent: 'own', admin: 'none', superadmin: 'none' },
  agentsOrAll: {
    nobody: 'none',
    sender: 'none',
    agent: 'none',
    admin: 'agents',
    superadmin: 'all',
  },
  admin: { nobody: 'none', sender: 'none', agent: 'none', admin: 'all', superadmin: 'all' },
  adminOwn: { nobody: 'none', sender: 'none', agent: 'none', admin: 'own', superadmin: 'own' },
  superadmin: { nobody: 'none', sender: 'none', agent: 'none', admin: 'none', superadmin: 'all' },
} as const satisfies Record<string, Record<Asker, Reach>>;

export type Access = keyof typeof accessTable;

type Schema = z.ZodMiniType;

export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Response extends Schema = Schema,
> {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `:name` stands for a parameter. A path of the specification ends with a slash only if it does there. */
  path: `/api/v1/${string}`;
  access: Access;
  params: Params;
  query: Query;
  /** Only for JSON. Bodies of other formats are described next to the endpoint. */
  body: Body;
  response: Response;
  status: 200 | 201 | 204;
  request: 'json' | 'multipart' | 'bytes';
  reply: 'json' | 'file' | 'empty';
}

const nothing = z.strictObject({});
export type Nothing = typeof nothing;

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
  status?: Endpoint['status'];
  request?: Endpoint['request'];
  reply?: Endpoint['reply'];
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
