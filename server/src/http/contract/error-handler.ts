import { hideAadhaar } from '@doorstep/contract/text/aadhaar';
import type { ErrorBody } from '@doorstep/contract/wire/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DatabaseBusy } from '../../db/connection.ts';
import { isFull, isUnavailable, isUnstorableText } from '../../db/database-errors.ts';
import { badRequest, missing, Problem, quote, unavailable } from '../../problems.ts';
import { securityHeaders } from '../server/security-headers.ts';
import { methodsAt } from './mounted-methods.ts';

const unreadable: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type of the request is not supported here.',
  FST_REQ_FILE_TOO_LARGE: 'The file is too large.',
  FST_ERR_BAD_URL: 'The address has an invalid encoding.',
  FST_ERR_MAX_PARAM_LENGTH: 'The address is too long.',
};

const codes: Record<number, string> = {
  413: 'too_large',
  414: 'too_large',
  415: 'unsupported_media_type',
};

/** Matches the multipart reader's errors for a broken or interrupted form. These errors have no status. */
const brokenForm =
  /^(Multipart: Boundary not found|Part terminated early|Unexpected end of multipart data)/;

function problemOf(error: FastifyError | Error): Problem | undefined {
  if (error instanceof Problem) return error;
  if (isFull(error))
    return unavailable(
      'The server has no space left, so nothing was saved. Please tell your administrator.',
    );
  if (isUnavailable(error)) return unavailable();
  if (isUnstorableText(error))
    return badRequest('A text contains a character that cannot be stored. Type the text again.');
  if (brokenForm.test(error.message))
    return badRequest('The upload was interrupted or can’t be read. Please try again.');
  const { statusCode, code } = error as FastifyError;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined;
  return new Problem(statusCode, unreadable[code] ?? 'The request could not be read.', {
    code: codes[statusCode] ?? 'bad_request',
  });
}

/** The maximum length of a message. Our own words are short, but a message may quote a long value. */
const longestMessage = 2_000;

const showable = (text: string) => hideAadhaar(text.slice(0, longestMessage));

export function errorBody(problem: Problem, requestId: string): ErrorBody {
  const message = showable(problem.message);
  const errors = Object.entries(problem.errors ?? {}).map(([field, texts]) => [
    quote(showable(field)),
    texts.map(showable),
  ]);
  return {
    success: false,
    message,
    detail: message,
    ...(problem.code && { code: problem.code }),
    ...(problem.errors && { errors: Object.fromEntries(errors) }),
    ...(problem.challenge && { challenge: problem.challenge }),
    ...(problem.contactPoints && { contact_points: problem.contactPoints }),
    ...(problem.offset !== undefined && { offset: problem.offset }),
    ...(problem.count !== undefined && { count: problem.count }),
    ...(problem.officePhone && { office_phone: problem.officePhone }),
    request_id: requestId,
  };
}

/**
 * Adds the message under the name `error` to answers of `/users`, because the specification wants both names.
 */
const withUsersError = ({ url }: FastifyRequest, body: ErrorBody): ErrorBody =>
  /^\/api\/v1\/users(?![^/?])/.test(url) ? { ...body, error: body.message } : body;

declare module 'fastify' {
  interface FastifyRequest {
    problem: Problem | undefined;
  }
}

function send(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  request.problem = problem;
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
  if (problem.offset !== undefined) reply.header('upload-offset', problem.offset);
  // Closes the connection, so that a rate-limited caller doesn't send the rest of the body.
  if (problem.status === 429 && !request.raw.complete) reply.header('connection', 'close');
  return reply
    .status(problem.status)
    .type('application/json')
    .send(JSON.stringify(withUsersError(request, errorBody(problem, request.id))));
}

function answerFailure(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = problemOf(error);
  // Rejections of a busy or stopping server are not logged, because there may be thousands.
  const isOnPurpose =
    error instanceof DatabaseBusy || (error instanceof Problem && error.cause === undefined);
  // A caller who disconnects while sending is not an error of the server.
  const hasGone = request.raw.destroyed && !request.raw.complete;
  if (!hasGone && (!problem || (problem.status >= 500 && !isOnPurpose))) {
    request.log.error({ err: error.cause ?? error }, 'request failed');
  }
  return send(
    request,
    reply,
    problem ??
      new Problem(
        500,
        'The server had an unexpected error. Try again. If it happens again, tell your administrator.',
        { code: 'internal' },
      ),
  );
}

/**
 * Like {@link answerFailure}, but for a request whose address can't be parsed. No hook runs for it, so this
 * function sets the headers.
 */
export function answerUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(securityHeaders(request.id)).header('cache-control', 'no-store');
  answerFailure(error, request, reply);
}

export function handleErrors(app: FastifyInstance): void {
  app.decorateRequest('problem', undefined);
  app.setErrorHandler<Error>(answerFailure);
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url);
    if (methods.length === 0) {
      return send(request, reply, missing('There is nothing at this address.'));
    }
    // Fastify found no route although one exists, because a parameter in the address is too long.
    if (methods.includes(request.method)) {
      const tooLong = unreadable.FST_ERR_MAX_PARAM_LENGTH ?? '';
      return send(request, reply, new Problem(414, tooLong, { code: 'too_large' }));
    }
    const others = `Allowed methods: ${methods.join(', ')}.`;
    reply.header('allow', methods.join(', '));
    return send(request, reply, new Problem(405, others, { code: 'method_not_allowed' }));
  });
}
