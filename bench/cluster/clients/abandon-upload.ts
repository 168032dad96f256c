import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Begins an upload and disconnects, like a phone that loses its network. Other clients must not be affected. */
export async function abandonUpload(
  address: string,
  headers: Record<string, string>,
): Promise<void> {
  const { hostname, port, host } = new URL(address);
  const phone = connect(Number(port), hostname);
  phone.on('error', () => {});
  try {
    await Promise.race([once(phone, 'connect'), sleep(1_000)]);
    phone.write(
      [
        ...['POST /api/v1/verification_tasks/ HTTP/1.1', `Host: ${host}`],
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'Content-Type: multipart/form-data; boundary=phone',
        ...['Content-Length: 300000', '', '--phone'],
      ].join('\r\n'),
    );
    await sleep(200);
  } catch {
    // No server is reachable at the moment.
  } finally {
    phone.destroy();
  }
}
