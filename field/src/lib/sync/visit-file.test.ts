import { VisitFileHead, visitFileMark } from '@doorstep/contract/visits/visit-file';
import { Decrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { phoneAtWork, picture, task } from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { signOut } from '../session/sign-out.ts';
import { changeDraft, startVisit } from '../visit/draft.ts';
import { finishVisit } from '../visit/finish-visit.ts';
import { addPhoto } from '../visit/photos.ts';
import { makeVisitFile, noteSavedToFile } from './visit-file.ts';

// Covers: field-app-13
test('saves a visit that can’t be sent as a file that only the server reads', async () => {
  const { identity } = await phoneAtWork();
  const visitId = await startVisit(task);
  for (const height of [240, 241]) {
    const taken = {
      picture: await picture(320, height),
      source: 'camera_app',
      shows: 'door',
    } as const;
    await addPhoto(visitId, taken);
  }
  await changeDraft(visitId, (draft) => ({ ...draft, outcome: 'locked', isFinal: false }));
  await finishVisit(visitId);
  expect(await signOut()).toBe(false);

  const file = await makeVisitFile(visitId);
  expect(file.name).toBe(`visit-${visitId}.doorstep`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [mark, json] = new TextDecoder('latin1').decode(bytes).split('\n', 2);
  expect(mark).toBe(visitFileMark);
  const head = VisitFileHead.parse(JSON.parse(json ?? ''));
  expect(head.visit_id).toBe(visitId);
  let at = `${mark}\n${json}\n`.length;
  for (const { sha256, bytes: size } of head.photos) {
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const photo = await decrypter.decrypt(bytes.subarray(at, at + size));
    const digest = await crypto.subtle.digest('SHA-256', photo as Uint8Array<ArrayBuffer>);
    const sum = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
    expect(sum.join('')).toBe(sha256);
    at += size;
  }
  expect([head.photos.length, at]).toEqual([2, bytes.length]);

  // The visit stays on the phone until the agent has saved the file.
  expect(await signOut()).toBe(false);
  await noteSavedToFile(visitId);
  expect(await signOut()).toBe(true);
  expect(await (await database()).count('outbox')).toBe(0);
});
