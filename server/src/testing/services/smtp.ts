import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/**
 * Starts an SMTP server on this machine. `reject` returns the error message if a recipient is rejected,
 * otherwise undefined.
 */
export async function startSmtp(
  reject: (to: string) => Promise<string | undefined> | string | undefined = () => undefined,
) {
  const received: { to: string[]; raw: string }[] = [];
  async function judge(address: string, done: (error?: Error | null) => void) {
    const why = await reject(address);
    done(why ? new Error(why) : null);
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      void judge(address, done);
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  onTestFinished(close);
  const { port } = server.server.address() as AddressInfo;
  return { port, received, close };
}
