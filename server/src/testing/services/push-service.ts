import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Returns the keys of a browser, and a function that decrypts its messages (RFC 8291, aes128gcm). */
export function browser() {
  const own = createECDH('prime256v1');
  const keys = {
    p256dh: own.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  return { keys, read: (body: Buffer) => decrypt(body, own, Buffer.from(keys.auth, 'base64url')) };
}

function decrypt(body: Buffer, own: ECDH, auth: Buffer): unknown {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const sender = body.subarray(21, 21 + idLength);
  const secret = own.computeSecret(sender);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const input = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const sealed = body.subarray(21 + idLength);
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // Removes the padding of the last record: the byte 2, then zeros.
  return JSON.parse(text.toString().replace(/\u0002\0*$/, ''));
}

interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export async function startPushService(statusOf: (path: string) => number = () => 201) {
  const received: Pushed[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { url: path = '', headers } = request;
    received.push({ path, headers, body: Buffer.concat(chunks) });
    response.writeHead(statusOf(path), { Location: '/elsewhere' }).end('some text');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, received };
}
