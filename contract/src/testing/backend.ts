import { FetchInterceptor } from '@mswjs/interceptors/fetch';
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest';
import { HttpResponse, http, type PathParams } from 'msw';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import type * as z from 'zod/mini';
import type { Endpoint } from '../wire/endpoint.ts';
import type { ErrorBody } from '../wire/errors.ts';

/** Answers the API calls of a page. An API call without a prepared answer gets a 501. */
export const network = defineNetwork({
  // Intercepts calls in the page itself, because tests with a service worker would take a quarter longer.
  sources: [
    new InterceptorSource({
      interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
    }),
  ],
  onUnhandledFrame: 'bypass',
  context: { quiet: true },
  handlers: [
    http.all('*/api/v1/*', ({ request }) =>
      failure(501, { message: `No answer for ${request.method} ${request.url}` }),
    ),
  ],
});

interface Received {
  params: PathParams;
  query: Record<string, string>;
  /** Undefined unless the body is JSON. */
  body: unknown;
  request: Request;
}

type Reply<E extends Endpoint> = z.output<E['response']> | Response;
type Responder<E extends Endpoint> = (received: Received) => Reply<E> | Promise<Reply<E>>;

export function answer<E extends Endpoint>(
  endpoint: E,
  reply: NoInfer<Reply<E> | Responder<E>>,
): void {
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  network.use(
    http[method](`*${endpoint.path}`, async ({ request, params }) => {
      const isJson = request.headers.get('Content-Type')?.includes('json');
      const received: Received = {
        request,
        params,
        query: Object.fromEntries(new URL(request.url).searchParams),
        body: isJson ? await request.clone().json() : undefined,
      };
      const body = isResponder(reply) ? await reply(received) : reply;
      // Clones the response, because its body can be read only once and the same answer may serve several
      // calls.
      if (body instanceof Response) return untilAborted(body.clone(), request.signal);
      return HttpResponse.json(body as Record<string, unknown>, { status: endpoint.status });
    }),
  );
}

/** Breaks a stream when its call is cancelled, as a real connection does. */
function untilAborted(response: Response, signal: AbortSignal): Response {
  const isStream = response.headers.get('Content-Type') === 'text/event-stream';
  if (!isStream || !response.body) return response;
  return new Response(response.body.pipeThrough(new TransformStream(), { signal }), response);
}

function isResponder<E extends Endpoint>(reply: unknown): reply is Responder<E> {
  return typeof reply === 'function';
}

export function failure(status: number, body: Partial<ErrorBody> = {}): Response {
  return HttpResponse.json({ success: false, request_id: 'req-1', ...body }, { status });
}

export function bareFailure(status: number): Response {
  return new HttpResponse(null, { status });
}

export function noConnection(): Response {
  return HttpResponse.error();
}
