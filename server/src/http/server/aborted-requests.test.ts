import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { buildLoggedApp, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();

test.each([
  ['in the middle of a body', '/api/v1/auth/login/', 'application/json', '{"email_or'],
  ['before any of it', '/api/v1/auth/token/refresh/', 'application/json', ''],
  ['of a form', '/api/v1/auth/login/', 'multipart/form-data; boundary=b', '--b\r\n'],
  ['with a session', '/api/v1/verification_tasks/', 'multipart/form-data; boundary=b', '--b'],
  ['of a page that is not', '/nothing', 'application/json', '{'],
])('an unauthenticated caller who disconnects causes no error: %s', async (_, path, type, sent) => {
  const { app, lines } = await buildLoggedApp(server, 'warn');
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const arriving = once(app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 900\r\n\r\n${sent}`,
  );
  const [request, response] = await arriving;
  const left = new Promise((resolve) => request.socket.once('close', resolve));
  // Waits until the server is reading the body, or has answered without it.
  await vi.waitUntil(() => request.readableFlowing !== null || response.writableEnded, 30_000);
  socket.destroy();
  await left;
  await app.close();
  // Ignores the warning that the event loop was blocked, because a busy machine can cause it.
  expect(lines.filter((line) => !line.includes('the event loop was blocked'))).toEqual([]);
});
