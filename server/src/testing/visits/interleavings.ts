import fc from 'fast-check';
import { expect } from 'vitest';
import { sessionRules } from '../../config/sessions.ts';
import { connect } from '../../db/connection.ts';
import { recount } from '../../db/counts/counts.ts';
import { BlobMissing, type BlobStore } from '../../storage/blobs/blob-store.ts';
import { signIn, signInAs, type TestApp } from '../test-app.ts';
import { checkRun } from './interleavings/check.ts';
import { checkLooks, findSerious, reviewRest } from './interleavings/looks.ts';
import { deliverRest } from './interleavings/phones.ts';
import { assignmentsOf, begin } from './interleavings/run.ts';
import { act, rounds, useRest } from './interleavings/steps.ts';
import { photoOf } from './phone-visit.ts';

/** Lets four agents and four admins do random actions on three applicants, and asserts that no data is lost. */
export async function expectNothingLost(
  test: TestApp,
  params: { numRuns: number; seed?: number },
): Promise<void> {
  const agents = await Promise.all([1, 2, 3, 4].map(() => signIn(test, 'agent')));
  const roles = ['superadmin', 'superadmin', 'admin', 'admin'] as const;
  const admins = await Promise.all(roles.map((role) => signIn(test, role)));
  const photos = await Promise.all(['red', 'blue'].map((colour) => photoOf(colour, 32)));
  const bytes = new Map(photos.map(([{ sha256 }, body]) => [sha256, body]));
  const named = photos.map(([photo]) => photo);
  const people = { agents, admins, named, bytes };
  const renewEvery = sessionRules.accessTokenSeconds * 500;
  let renewAt = performance.now() + renewEvery;
  storeInMemory(test.platform.photos);
  const owner = connect(test.owner);
  await findSerious(owner);
  try {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        // Signs in again, because a thousand runs can take longer than an access token is valid.
        if (performance.now() > renewAt) {
          for (const one of [...agents, ...admins]) {
            Object.assign(one, await signInAs(test, one.user));
          }
          renewAt = performance.now() + renewEvery;
        }
        const run = await begin(test, people);
        for (const round of all) {
          run.assigned = await assignmentsOf(test, run);
          await Promise.all(round.map((one) => act(test, people, run, one)));
        }
        await deliverRest(test, people, run);
        await useRest(test, people, run);
        await reviewRest(test, people);
        await checkRun(test, people, run);
        await checkLooks(test, run);
        const { timeZone } = test.platform.provider;
        const right = { applicants: 0, verifications: 0, texts: 0 };
        expect(await recount(owner, timeZone)).toEqual(right);
      }),
      { ...params, endOnFailure: true },
    );
  } finally {
    await owner.destroy();
  }
}

/** Stores files in memory, because writing so many files would take most of the time. */
function storeInMemory(store: BlobStore): void {
  const files = new Map<string, Uint8Array>();
  const inMemory: Pick<BlobStore, 'put' | 'get' | 'delete' | 'exists'> = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => files.get(key) ?? Promise.reject(new BlobMissing(key)),
    delete: async (key) => void files.delete(key),
    exists: async (key) => files.has(key),
  };
  Object.assign(store, inMemory);
}
