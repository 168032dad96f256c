import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 30;

/**
 * The answer to a request, which must be a success. It is sent again while the server says that it is busy: what it asks
 * for must bear to be done twice.
 */
export async function insist(what: string, send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send();
    if (answer.ok) return answer;
    const text = await answer.text();
    if (answer.status !== 503 || tries === mostTries)
      throw new Error(`${what}: ${answer.status} ${text}`);
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}
