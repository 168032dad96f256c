import { connect, type Socket } from 'node:net';

const paths = ['/api/v1/auth/token/refresh/', '/api/v1/auth/second-factor/'];

/** Sends the first 130 bytes of a request whose body is never completed. */
export function sendHalf(port: number, number: number): Socket {
  const head = `POST ${paths[number % 2]} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n`;
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  socket.resume().write(`${head}{"re`.padEnd(130));
  return socket;
}
