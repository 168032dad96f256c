import { type AddressInfo, connect } from 'node:net';
import type { TestApp } from '../test-app.ts';

/** Sends bytes over a new connection. Returns what the server answers until it closes the connection. */
export async function sendBytes({ app }: TestApp, bytes: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  socket.write(bytes);
  return (await socket.toArray()).join('');
}
