import type { FastifyInstance } from 'fastify';

/** The hash of the style element that React Aria inserts. */
const reactAriaStyle = 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=';

const policy = [
  "default-src 'self'",
  `style-src 'self' '${reactAriaStyle}'`,
  "img-src 'self' blob: data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The headers of the agents' app, which uses the camera and the location, and has a service worker. */
export const fieldHeaders = {
  'content-security-policy': [
    "default-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=()',
};

export const securityHeaders = (requestId: string) => ({
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-request-id': requestId,
});

export function setSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.headers(securityHeaders(request.id));
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });
}
