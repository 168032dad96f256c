import type { BrowserContext, Request } from '@playwright/test';

export function countCalls(context: BrowserContext, method: string, end: string): () => number {
  let count = 0;
  context.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === method && pathname.endsWith(end)) count += 1;
  });
  return () => count;
}
