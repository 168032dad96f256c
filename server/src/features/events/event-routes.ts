import { listEvents } from '@doorstep/contract/wire/events';
import type { FastifyInstance } from 'fastify';
import { mount } from '../../http/contract/contract-route.ts';
import type { Platform } from '../../platform/platform.ts';
import { openFeed } from './event-feed.ts';
import { openStreams, type StreamLimits } from './event-stream.ts';

/** The route that reports changes of records, as one answer or as a stream. */
export function eventRoutes(app: FastifyInstance, { db }: Platform, limits?: StreamLimits): void {
  const feed = openFeed(db, (error) => app.log.error(error, 'Changes could not be read'));
  const streams = openStreams(feed, limits);
  app.addHook('preClose', async () => streams.close());
  app.addHook('onClose', () => feed.close());

  mount(app, listEvents, async ({ query, user, request, reply }) => {
    const { accept = '', 'last-event-id': lastEventId = '' } = request.headers;
    // A HEAD request gets no stream, because nothing would read the stream and end it.
    const isStream = accept.includes('text/event-stream') && request.method === 'GET';
    if (!isStream) return feed.since(query.after);
    const after = /^\d{1,15}$/.test(String(lastEventId)) ? Number(lastEventId) : query.after;
    const stream = await streams.start(user.id, after, () => app.sessionTimeLeft(user));
    return (
      reply
        .type('text/event-stream')
        // Tells nginx not to buffer the stream.
        .header('x-accel-buffering', 'no')
        .send(stream)
    );
  });
}
