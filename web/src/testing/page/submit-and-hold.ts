import { network } from '@doorstep/contract/testing/backend';
import type { Endpoint } from '@doorstep/contract/wire/endpoint';
import { http } from 'msw';
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/**
 * Presses a form's button. Expects that the form can't be closed before the server's answer, because closing
 * would not cancel the request. The answer is the one that the test gives to this endpoint.
 */
export async function submitAndHold(
  form: Locator,
  name: string,
  endpoint: Endpoint,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  let hasArrived = false;
  network.use(
    http[method](`*${endpoint.path}`, () => {
      hasArrived = true;
      return promise;
    }),
  );
  await form.getByRole('button', { name, exact: true }).click();
  await expect.poll(() => hasArrived).toBe(true);
  const cancel = form.getByRole('button', { name: 'Cancel' });
  await expect.poll(() => cancel.query()?.matches(':disabled, [aria-disabled=true]')).toBe(true);
  resolve();
}
