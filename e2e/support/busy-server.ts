// Real time: a pause as long as the server asks for.
import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 30;

/**
 * Returns the answer to a request if it is successful or has the status `accepted`. Tries at most 30 times
 * while the server is busy or the connection fails, so the request must be idempotent.
 */
export async function insist(
  what: string,
  send: () => Promise<Response>,
  accepted?: number,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send().catch((error: unknown) => {
      if (!(error instanceof TypeError) || tries === mostTries) throw error;
    });
    if (answer && (answer.ok || answer.status === accepted)) return answer;
    if (answer && (answer.status !== 503 || tries === mostTries))
      throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    await sleep(Number(answer?.headers.get('retry-after') ?? 1) * 1000);
  }
}
