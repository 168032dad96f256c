import { VisitFileHead, visitFileMark } from '@doorstep/contract/visits/visit-file';
import { expect, test } from 'vitest';
import {
  finishAttempt,
  openAtServer,
  phoneAtWork,
  picture,
  readable,
  sha256Of,
  takePhoto,
  task,
} from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { signOut } from '../session/sign-out.ts';
import { startVisit } from '../visit/draft.ts';
import { makeVisitFile, noteSavedToFile } from './visit-file.ts';

// Covers: field-app-13
test('saves a visit that can’t be sent as a file that only the server reads', async () => {
  await phoneAtWork();
  const visitId = await startVisit(task);
  await takePhoto(visitId);
  await takePhoto(visitId, { picture: await picture(320, 241) });
  await finishAttempt(visitId);
  expect(await signOut()).toBe(false);

  const file = await makeVisitFile(visitId);
  expect(file.name).toBe(`visit-${visitId}.doorstep`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [mark, json] = readable(bytes).split('\n', 2);
  expect(mark).toBe(visitFileMark);
  const head = VisitFileHead.parse(JSON.parse(json ?? ''));
  expect(head.visit_id).toBe(visitId);
  let at = `${mark}\n${json}\n`.length;
  for (const { sha256, bytes: size } of head.photos) {
    const photo = await openAtServer(bytes.subarray(at, at + size));
    expect(await sha256Of(photo)).toBe(sha256);
    at += size;
  }
  expect([head.photos.length, at]).toEqual([2, bytes.length]);

  // The agent can sign out only after saving the file.
  expect(await signOut()).toBe(false);
  await noteSavedToFile(visitId);
  expect(await signOut()).toBe(true);
  expect(await (await database()).count('outbox')).toBe(0);
});
