import { refresh } from '@doorstep/contract/auth';
import { answer, bareFailure } from '@doorstep/contract/testing/backend';
import { beforeEach, expect, test, vi } from 'vitest';
import { superAdmin } from '../../testing/render-app.tsx';
import { getSession, saveSession } from './session.ts';
import type * as sessionRefresh from './session-refresh.ts';

/** Loads the module again with separate memory, like another tab. Both tabs share the browser's storage. */
const openTab = (name: string): Promise<typeof sessionRefresh> =>
  import(/* @vite-ignore */ `/src/lib/session/session-refresh.ts?tab=${name}`);

const tokens = (n: number) => ({ access_token: `access-${n}`, refresh_token: `refresh-${n}` });

beforeEach(() => {
  saveSession({ ...superAdmin, tokens: tokens(1) });
  // Simulates plain http, where locks are missing.
  const locks = vi.spyOn(navigator, 'locks', 'get').mockReturnValue(undefined as never);
  return () => locks.mockRestore();
});

// Covers: session-end-5
test('lets two tabs without locks renew the same token at the same time and stay signed in', async () => {
  const bothAsked = Promise.withResolvers<void>();
  let asked = 0;
  answer(refresh, async ({ body }) => {
    asked += 1;
    const own = asked + 1;
    if (asked === 2) bothAsked.resolve();
    await bothAsked.promise;
    expect(body).toEqual({ refresh: 'refresh-1' });
    return tokens(own);
  });
  const [one, two] = await Promise.all([openTab('one'), openTab('two')]);
  const renewals = await Promise.all([one, two].map((tab) => tab.renewSession('access-1')));
  expect(renewals).toEqual(['renewed', 'renewed']);
  expect([tokens(2), tokens(3)]).toContainEqual(getSession()?.tokens);
});

test('uses the other tab’s tokens when a tab without locks is rejected for being second', async () => {
  const firstAnswered = Promise.withResolvers<void>();
  let asked = 0;
  answer(refresh, async () => {
    asked += 1;
    if (asked === 1) return tokens(2);
    await firstAnswered.promise;
    return bareFailure(401);
  });
  const [one, two] = await Promise.all([openTab('one'), openTab('two')]);
  const renewals = [one, two].map((tab) => tab.renewSession('access-1'));
  expect(await Promise.race(renewals)).toBe('renewed');
  firstAnswered.resolve();
  expect(await Promise.all(renewals)).toEqual(['renewed', 'renewed']);
  one.expireSession('access-1');
  two.expireSession('access-1');
  expect(getSession()?.tokens).toEqual(tokens(2));
});
