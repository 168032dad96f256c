import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serverLimits } from '../../limits.ts';
import { networkOf } from '../access/network-of.ts';
import { rejectLate, rejectTooMany } from './unreadable-request.ts';

type Raw = FastifyRequest['raw'];

const timers = new WeakMap<Raw, NodeJS.Timeout>();
const answered = new WeakSet<Raw>();

/** Whether a request has a body. A request without one has arrived completely with its headers. */
export const hasBody = ({ headers }: Raw) =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/**
 * True while the server is waiting for bytes from the sender. False while bytes have arrived that the server
 * has not read, because then the server causes the delay.
 */
const isArriving = (raw: Raw) => !raw.complete && raw.readableLength === 0;

type Limits = Pick<
  typeof serverLimits,
  'bodyTimeout' | 'unfinishedPerAddress' | 'unfinishedPerUser'
>;

/**
 * Closes a request whose body has not arrived within `bodyTimeout`, unless {@link allowSlowArrival} was
 * called. If a sender has too many unfinished requests, closes the oldest one that is waiting for bytes.
 */
export function boundArrival(
  app: FastifyInstance,
  { bodyTimeout, unfinishedPerAddress, unfinishedPerUser }: Limits = serverLimits,
): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    if (hasBody(raw)) {
      timers.set(raw, setTimeout(cutOff, bodyTimeout, raw, rejectLate));
      raw.once('close', () => clearTimeout(timers.get(raw)));
    }
    done();
  });

  const unfinished = new Map<string, Set<Raw>>();
  // Runs after the lookup of the session, so that each signed-in user counts separately. Many phones share
  // one address of their carrier.
  app.addHook('preParsing', ({ raw, signedIn, ip }, _, payload, done) => {
    countUnfinished({ raw, signedIn, ip });
    done(null, payload);
  });
  // A client that was rejected before its body arrived may continue sending, so its request still counts as
  // unfinished.
  app.addHook('onResponse', (request, _, done) => {
    answered.add(request.raw);
    countUnfinished(request);
    done();
  });

  function countUnfinished({ raw, signedIn, ip }: Pick<FastifyRequest, 'raw' | 'signedIn' | 'ip'>) {
    if (!hasBody(raw) || raw.complete || raw.destroyed) return;
    if (signedIn) count(`user ${signedIn.id}`, raw, unfinishedPerUser);
    else count(networkOf(ip), raw, unfinishedPerAddress);
  }

  function count(sender: string, raw: Raw, most: number): void {
    const own = unfinished.get(sender) ?? new Set();
    unfinished.set(sender, own.add(raw));
    const leave = () => {
      own.delete(raw);
      if (own.size === 0) unfinished.delete(sender);
    };
    raw.once('end', leave).once('close', leave);
    if (own.size <= most) return;
    for (const oldest of own) {
      if (!isArriving(oldest)) continue;
      own.delete(oldest);
      cutOff(oldest, rejectTooMany);
      break;
    }
  }
}

/**
 * Gives the body `slowBodyTimeout` to arrive instead of `bodyTimeout`. Closes the request if no byte
 * arrives during `slowBodySilence`.
 */
export function allowSlowArrival(
  { raw }: FastifyRequest,
  { slowBodySilence }: { slowBodySilence: number } = serverLimits,
): void {
  // If there is no body, or the sender has disconnected, no event would stop the new timer.
  if (!hasBody(raw) || raw.destroyed) return;
  clearTimeout(timers.get(raw));
  let received = raw.socket.bytesRead;
  const timer = setInterval(() => {
    if (isArriving(raw) && raw.socket.bytesRead === received) cutOff(raw, rejectLate);
    received = raw.socket.bytesRead;
  }, slowBodySilence);
  timers.set(raw, timer);
}

function cutOff(raw: Raw, refuse: typeof rejectLate): void {
  clearTimeout(timers.get(raw));
  if (raw.complete) return;
  if (answered.has(raw)) return void raw.destroy();
  if (raw.socket.writable) refuse(raw.socket);
  // Waits a moment, so that the answer can be sent.
  setTimeout(() => raw.destroy(), 500).unref();
}
