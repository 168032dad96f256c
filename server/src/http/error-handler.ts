import type { ErrorBody } from '@doorstep/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnavailable, isUnstorableText } from '../db/violations.ts';
import { badRequest, Problem, unavailable } from '../problems.ts';

/** What Fastify and its plugins throw for a request that can't be read, in words for the caller. */
const unreadable: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request body is empty.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type of the request is not supported here.',
  FST_REQ_FILE_TOO_LARGE: 'The file is too large.',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'The request must be multipart/form-data.',
};

function problemOf(error: FastifyError | Error): Problem | undefined {
  if (error instanceof Problem) return error;
  if (isUnavailable(error)) return unavailable();
  if (isUnstorableText(error)) return badRequest('A text holds a character that cannot be stored.');
  const { statusCode, code } = error as FastifyError;
  if (statusCode === undefined || statusCode < 400 || statusCode >= 500) return undefined;
  return new Problem(statusCode, unreadable[code] ?? 'The request could not be read.', {
    code: statusCode === 413 ? 'too_large' : 'bad_request',
  });
}

function send(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
  const body: ErrorBody = {
    success: false,
    message: problem.message,
    detail: problem.message,
    ...(problem.code && { code: problem.code }),
    ...(problem.errors && { errors: problem.errors }),
    ...(problem.challenge && { challenge: problem.challenge }),
    request_id: request.id,
  };
  if (problem.retryAfter !== undefined) reply.header('retry-after', problem.retryAfter);
  return reply.status(problem.status).type('application/json').send(JSON.stringify(body));
}

/** The one place that writes an error body. What nobody foresaw is logged and answered as a 500 without detail. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const problem = problemOf(error);
    if (!problem || problem.status >= 500)
      request.log.error({ err: error.cause ?? error }, 'request failed');
    return send(
      request,
      reply,
      problem ?? new Problem(500, 'Something went wrong on our side.', { code: 'internal' }),
    );
  });
  app.setNotFoundHandler((request, reply) =>
    send(
      request,
      reply,
      new Problem(404, 'There is nothing at this address.', { code: 'not_found' }),
    ),
  );
}
