import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Outcome } from '../wire/paging.ts';

/**
 * The hosts of the browsers' push services. The server sends push messages only to these hosts, because a
 * client could supply any address.
 */
const pushServices = [
  /^fcm\.googleapis\.com$/,
  /^[a-z0-9-]+\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+\.notify\.windows\.com$/,
  /^web\.push\.apple\.com$/,
];

export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username + url.password !== '')
    return false;
  return pushServices.some((service) => service.test(url.hostname));
}

const path = '/api/v1/agent/push/';

/**
 * Returns the public key of this server's push messages: P-256, uncompressed, as base64url. A browser that
 * subscribed with this key accepts messages only from this server.
 */
export const getPush = defineEndpoint({
  method: 'GET',
  path,
  access: 'agent',
  response: z.object({ public_key: z.string() }),
});

export const turnOnPush = defineEndpoint({
  method: 'PUT',
  path,
  access: 'agent',
  body: z.strictObject({
    endpoint: text(1_000).check(
      z.refine(isPushService, 'endpoint must be an address of a browser’s push service'),
    ),
    keys: z.strictObject({
      p256dh: text(87).check(z.regex(/^B[A-Za-z0-9_-]{86}$/, 'p256dh must be a P-256 key')),
      auth: text(22).check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'auth must be 16 bytes as base64url')),
    }),
  }),
  response: Outcome,
});

export const turnOffPush = defineEndpoint({
  method: 'DELETE',
  path,
  access: 'agent',
  response: Outcome,
});

/**
 * The content of a push message. `gone` counts tasks that the agent no longer has. `new` includes sent-back
 * tasks, and `messages` counts new messages from the office.
 */
export interface PushedCounts {
  new: number;
  gone: number;
  messages: number;
}
