/** The outcome of one request. `began` and `ended` are times of `performance.now()`. */
export interface Heard {
  what: string;
  began: number;
  ended: number;
  /** The HTTP status, or 0 if no response came. */
  status: number;
  said?: string;
}

const longestWait = 30_000;

/**
 * Returns a function that sends a request and adds its outcome to `list`. Adds a failure to `wrong`, unless
 * the server asks for a retry or no response came.
 */
export function asker(address: string, wrong: string[]) {
  return async (list: Heard[], what: string, path: string, request: RequestInit = {}) => {
    const began = performance.now();
    let status = 0;
    let said: string | undefined;
    try {
      const signal = AbortSignal.timeout(longestWait);
      const answer = await fetch(`${address}/api/v1${path}`, { ...request, signal });
      const body = await answer.text();
      status = answer.status;
      const mayRepeat = answer.headers.has('retry-after') && (status === 503 || status === 409);
      if (status >= 300) said = body.replace(/"request_id":"[^"]*"/, '').slice(0, 200);
      if (status >= 300 && !mayRepeat) wrong.push(`${what}: ${status} ${said}`);
      return { status, body };
    } catch {
      return { status, body: '' };
    } finally {
      list.push({ what, began, ended: performance.now(), status, ...(said && { said }) });
    }
  };
}

export const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
