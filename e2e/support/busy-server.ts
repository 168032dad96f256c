// Real time: as long as the server asks for.
import { setTimeout as sleep } from 'node:timers/promises';

const mostTries = 30;

/**
 * The answer to a request, which must be a success. It is sent again while the server says that it is busy, or hangs up: what
 * it asks for must bear to be done twice.
 */
export async function insist(what: string, send: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send().catch((error: unknown) => {
      if (!(error instanceof TypeError) || tries === mostTries) throw error;
    });
    if (answer?.ok) return answer;
    if (answer && (answer.status !== 503 || tries === mostTries))
      throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
    await sleep(Number(answer?.headers.get('retry-after') ?? 1) * 1000);
  }
}
