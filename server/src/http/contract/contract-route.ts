import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import { endpointRows } from '@doorstep/contract/wire/endpoints';
import buildSerializer, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Actor } from '../../db/audit/record.ts';
import { serverLimits } from '../../limits.ts';
import {
  type FieldErrors,
  invalid,
  notFound,
  notJson,
  notMultipart,
  quote,
} from '../../problems.ts';
import { actorOf, authenticate, type SignedIn } from '../access/authentication.ts';
import { limitRate } from '../access/limit-rate.ts';
import { respell, withoutEmpty, withoutUnknown } from './tolerance.ts';

type AnyEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType, z.ZodMiniType, z.ZodMiniType>;

export interface Call<E extends AnyEndpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  user: E['access'] extends 'public' ? SignedIn | undefined : SignedIn;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<E extends AnyEndpoint> = E['reply'] extends 'file'
  ? Uint8Array | FastifyReply
  : E['reply'] extends 'empty'
    ? void
    : z.input<E['response']> | FastifyReply;

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Whether the handler reads the body as a stream. `limitRequests` doesn't count such a request, because
     * the handler has its own limit.
     */
    readsStream?: boolean;
  }
}

/** The maximum number of errors in an answer, and of unknown fields that one error lists. */
const [mostErrors, mostNames] = [100, 5];

/** Returns the errors by dotted path. Errors without a field are under `request`. */
function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const errors = new Map<string, string[]>();
  for (const issue of error.issues.slice(0, mostErrors)) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
    const field = [...issue.path, ...unknown.slice(0, 1)].join('.') || 'request';
    const text = unknown.length > 0 ? describeUnknown(unknown) : issue.message;
    errors.set(field, [...(errors.get(field) ?? []), text]);
  }
  return Object.fromEntries(errors);
}

function describeUnknown(names: readonly string[]): string {
  const quoted = names.slice(0, mostNames).map(quote).join(', ');
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return names.length === 1
    ? `${quoted} is not a field of this request`
    : `${quoted}${more} are not fields of this request`;
}

const typeNames: Partial<Record<string, string>> = {
  ...{ string: 'text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object', record: 'an object' },
};

function describeIssue(issue: z.core.$ZodRawIssue): string {
  const name = quote(String(issue.path?.at(-1) ?? 'The request'));
  if (issue.input === undefined) return `${name} is required`;
  const type = issue.code === 'invalid_type' && typeNames[issue.expected];
  return type ? `${name} must be ${type}` : `${name} is not valid`;
}

export function read<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: describeIssue });
  if (!result.success) throw invalid(fieldErrors(result.error));
  return result.data;
}

export const readTolerantly = <S extends z.ZodMiniType>(schema: S, sent: unknown): z.output<S> =>
  read(schema, respell(schema, sent));

const nouns = new Map<Endpoint, string>(endpointRows.map(([, row]) => [row.endpoint, row.noun]));

/** Whether a request may end sessions or change the permissions of users. */
const changesSessions = (endpoint: AnyEndpoint) =>
  endpoint.method !== 'GET' &&
  ['Sessions', 'Two-step sign-in', 'Users'].includes(nouns.get(endpoint) ?? '');

type Serializer = (answer: unknown) => string;
const serializers = new WeakMap<z.ZodMiniType, Serializer>();

/**
 * Returns the function that serializes an answer. It is compiled for the first answer, because compiling all
 * of them would take 200 ms at each start.
 */
const createLazySerializer =
  (response: z.ZodMiniType): Serializer =>
  (answer) =>
    (serializers.get(response) ?? compileSerializer(response))(answer);

/** Throws if the schema can't be compiled. A test compiles the schemas of all endpoints. */
export function compileSerializer(response: z.ZodMiniType): Serializer {
  const serializer = buildSerializer(answerSchema(response));
  serializers.set(response, serializer);
  return serializer;
}

const answerSchema = (response: z.ZodMiniType) =>
  withoutChoices(
    z.toJSONSchema(response, { io: 'output', target: 'draft-7', unrepresentable: 'any' }),
  ) as Schema;

/**
 * Replaces an `anyOf` of one type and null by that type with `nullable`. The serializer is faster with
 * `nullable`: with `anyOf`, it validates each value first.
 */
function withoutChoices(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutChoices);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, ...rest } = schema as { anyOf?: { type?: string }[] };
  const others = anyOf?.filter(({ type }) => type !== 'null');
  const [only] = others ?? [];
  const meant =
    only?.type !== undefined && others?.length === 1 && anyOf?.length === 2
      ? { ...rest, ...only, nullable: true }
      : schema;
  return Object.fromEntries(
    Object.entries(meant).map(([key, value]) => [key, withoutChoices(value)]),
  );
}

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

function guardOf({ access }: AnyEndpoint): Guard {
  if (access !== 'public') return authenticate(access);
  const max = serverLimits.publicCallsPerSecond;
  return limitRate({ max, timeWindow: 1_000 });
}

/**
 * Mounts one endpoint of the contract with its guard, validation and serialization. `guard` replaces the
 * default guard of the endpoint's access. `guardOfBody` checks a part of the body before the validation.
 */
export function mount<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>>,
  guard: Guard = guardOf(endpoint),
  guardOfBody?: (body: unknown) => Promise<void>,
): void {
  if (!nouns.has(endpoint)) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} has no row in contract/src/wire/endpoint-list/`,
    );
  }
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    config: { readsStream: endpoint.request === 'bytes' },
    ...(endpoint.reply === 'json' && {
      schema: { response: { [endpoint.status]: endpoint.response } },
      serializerCompiler: () => createLazySerializer(endpoint.response),
    }),
    // The guard runs before the body is read, so that strangers can't make the server read bodies.
    onRequest: guard,
    handler: async (request, reply) => {
      if (endpoint.request === 'multipart' && !request.isMultipart()) throw notMultipart();
      if (endpoint.request === 'json' && request.isMultipart()) throw notJson();
      const params = z.safeParse(endpoint.params, request.params);
      if (!params.success) throw notFound('Record');
      const query = readTolerantly(endpoint.query, withoutEmpty(request.query));
      const whole = request.body ?? {};
      const sent = endpoint.method === 'PATCH' ? withoutUnknown(endpoint.body, whole) : whole;
      // Checks the session again, because a body may arrive long after its headers and the session may have
      // ended.
      if (endpoint.access !== 'public' && request.body !== undefined) await guard(request, reply);
      await guardOfBody?.(sent);
      const body = endpoint.request === 'json' ? readTolerantly(endpoint.body, sent) : undefined;
      reply.status(endpoint.status);
      const handled = handle({
        params: params.data,
        query,
        body,
        user: request.signedIn,
        actor: actorOf(request),
        request,
        reply,
      } as Call<E>);
      // Empties the cache of sessions before the answer is sent. A request that follows the answer then finds
      // no session that this request ended.
      const answer = await (changesSessions(endpoint)
        ? handled.finally(app.forgetSessions)
        : handled);
      return endpoint.reply === 'empty' ? reply.send() : answer;
    },
  };
  if (endpoint.request === 'bytes') app.register(async (scope) => takeBytes(scope).route(route));
  else app.route(route);
}

/**
 * Stops Fastify from reading request bodies on the routes of this scope. Their handlers read the stream
 * `request.raw`.
 */
function takeBytes(scope: FastifyInstance): FastifyInstance {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  return scope;
}
