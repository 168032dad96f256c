import type { FastifyInstance } from 'fastify';
import { tooLarge } from '../../problems.ts';
import { hasBody } from '../server/arrival.ts';
import { hasTooManyValues } from './too-many-values.ts';

/**
 * Reads request bodies as JSON, even if the content type is missing. An empty body counts as no body, because
 * many clients send a content type without a body.
 */
export function readBodies(app: FastifyInstance): void {
  // Removes the parser of plain text, so that plain text is rejected like other types.
  app.removeContentTypeParser('text/plain');
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (text.trim() === '') return done(null);
      if (hasTooManyValues(text)) return done(tooLarge('The request body has too many values.'));
      return parseJson(request, text, done);
    },
  );
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (hasBody(raw)) raw.headers['content-type'] ??= 'application/json';
    else delete raw.headers['content-type'];
    done();
  });
}
