import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { Problem } from '../../problems.ts';
import { errorBody } from '../contract/error-handler.ts';

const late = new Problem(408, 'The request took too long to arrive.', { code: 'timeout' });
const tooManyUnfinished = new Problem(
  429,
  'Too many unfinished requests from this sender. Please try again.',
  { code: 'too_many_unfinished', retryAfter: 1 },
);
const rejections: Record<string, Problem> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'The address or the headers of the request are too long.', {
    code: 'too_large',
  }),
  ERR_HTTP_REQUEST_TIMEOUT: late,
};
const unreadable = new Problem(400, 'The request is not valid HTTP.', {
  code: 'bad_request',
});

/**
 * A caller's connection. Answers are written to it directly, because after a parse error there is no request
 * and no reply.
 */
interface Connection {
  writable: boolean;
  bytesWritten: number;
  end(text: string): void;
  destroy(error?: Error): void;
}

export function rejectUnreadable(error: ConnectionError, connection: Connection): void {
  // Sends nothing if the caller has disconnected, or if bytes of an answer were already sent on this
  // connection.
  if (error.code === 'ECONNRESET' || !connection.writable || connection.bytesWritten > 0) {
    connection.destroy(error);
    return;
  }
  closeWith(connection, rejections[error.code] ?? unreadable);
}

/**
 * Rejects a request with several Host headers (RFC 9112, 3.2). The server would use the first header, but a
 * proxy may have used another one.
 */
export function rejectSeveralHosts(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const names = raw.rawHeaders.filter((_, at) => at % 2 === 0);
    const hosts = names.filter((name) => name.toLowerCase() === 'host');
    done(hosts.length > 1 ? unreadable : undefined);
  });
}

export const rejectLate = (connection: Connection): void => closeWith(connection, late);

export const rejectTooMany = (connection: Connection): void =>
  closeWith(connection, tooManyUnfinished);

function closeWith(connection: Connection, problem: Problem): void {
  const body = JSON.stringify(errorBody(problem, randomUUID()));
  connection.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      ...(problem.retryAfter === undefined ? [] : [`Retry-After: ${problem.retryAfter}`]),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
