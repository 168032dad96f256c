import { VisitManifest } from '@doorstep/contract/visits/manifest';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import { beforeEach, expect, test } from 'vitest';
import {
  finishAttempt,
  isSigned,
  openAtServer,
  openEnvelope,
  phoneAtWork,
  picture,
  sha256Of,
  storeTasks,
  takePhoto,
  task,
} from '../../testing/phone.ts';
import { database } from '../db/database.ts';
import { encrypt } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';
import { confirmAtDoor, withFix } from '../place/place-of-visit.ts';
import { readDevice } from '../session/device.ts';
import { listTasks } from '../tasks/tasks.ts';
import { changeDraft, type Draft, readDraft, startVisit } from './draft.ts';
import { BadVisit, finishVisit } from './finish-visit.ts';

beforeEach(phoneAtWork);

const update = (visitId: string, fields: Partial<Draft>) =>
  changeDraft(visitId, (draft) => ({ ...draft, ...fields }));
const say = (fields: Partial<Draft['statement']>) => ({ ...nothingFound, ...fields });

async function filledVisit(): Promise<string> {
  const visitId = await startVisit(task);
  await takePhoto(visitId);
  await takePhoto(visitId, { picture: await picture(320, 241), shows: 'nameplate' });
  await update(visitId, {
    outcome: 'met',
    isFinal: true,
    observation: 'positive',
    facts: { personContacted: 'FEMALE', designation: ' ' },
    statement: say({ remark: ' Met at home ' }),
  });
  return visitId;
}

/** Finishes a visit. Returns what the server reads: the opened envelope and the manifest in it. */
async function finish(visitId: string) {
  await finishVisit(visitId);
  const queued = await (await database()).get('outbox', visitId);
  const sent = await openEnvelope(queued?.envelope);
  return { sent, manifest: VisitManifest.parse(JSON.parse(sent.manifest)) };
}

test('adds why the place is inaccurate to the remark, only if it still is at the end', async () => {
  const sent = async (accuracy_m: number, remark = 'Met') => {
    const visitId = await filledVisit();
    const fixes = (await readDraft(visitId))?.fixes.map((fix) => ({ ...fix, accuracy_m }));
    await update(visitId, { placeReason: 'Inside a building', fixes, statement: say({ remark }) });
    const { statement, place_reason } = (await finish(visitId)).manifest;
    await (await database()).clear('outbox');
    return { remark: statement.remark, place_reason };
  };
  expect(await sent(150)).toEqual({
    remark: 'Met Location not exact: Inside a building.',
    place_reason: 'Inside a building',
  });
  expect(await sent(8)).toEqual({ remark: 'Met' });
  const long = 'x'.repeat(3_990);
  expect(await sent(150, long)).toEqual({ remark: long, place_reason: 'Inside a building' });
});

// Covers: field-app-30
test('puts the place and arrival at the door into the manifest, with all earlier GPS fixes', async () => {
  const visitId = await filledVisit();
  const before = await readDraft(visitId);
  const arrivedAt = new Date(Date.parse(before?.begunAt ?? '') + 3_600_000);
  const [early] = before?.fixes ?? [];
  if (!early) throw new Error('No photo found its place');
  const atDoor = { ...early, latitude: early.latitude + 0.1, accuracy_m: early.accuracy_m + 9 };
  await changeDraft(visitId, (draft) => withFix(confirmAtDoor(draft, arrivedAt), atDoor));
  const { manifest } = await finish(visitId);
  expect(manifest).toMatchObject({
    begun_at: before?.begunAt,
    place: atDoor,
    fixes: [...(before?.fixes ?? []), atDoor],
  });
  expect(Date.parse(manifest.arrived_at)).toBe(arrivedAt.getTime());
});

// Covers: field-app-9, threat-36, threat-37, threat-39
test('signs a finished visit so that only the server can read it', async () => {
  const visitId = await filledVisit();
  const { photos } = (await readDraft(visitId)) ?? { photos: [] };
  const { sent, manifest } = await finish(visitId);
  expect(manifest).toMatchObject({
    visit_id: visitId,
    applicant_id: task.id,
    assignment_version: 1,
    outcome: 'met',
    is_final: true,
    overall_observation: 'positive',
    facts: { personContacted: 'FEMALE' },
    statement: { remark: 'Met at home' },
    place: { latitude: 18.5204 },
    photos,
  });
  const { id, keys } = await readDevice();
  expect(sent.device_id).toBe(id);
  expect(await isSigned(sent.manifest, sent.signature)).toBe(true);
  expect(await isSigned(sent.manifest.replace('Met', 'Not'), sent.signature)).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', keys.privateKey)).rejects.toThrow();

  const db = await database();
  for (const { sha256 } of photos) {
    const stored = await db.get('photos', [visitId, sha256]);
    expect(stored?.encrypted).toBeUndefined();
    const bytes = await openAtServer(new Uint8Array(stored?.forServer ?? new ArrayBuffer(0)));
    expect(await sha256Of(bytes)).toBe(sha256);
  }
  expect(await db.count('drafts')).toBe(0);
});

test('gives the same text for the same visit, whatever the order of its answers', async () => {
  const { canonicalJson } = await import('./canonical-json.ts');
  const text = canonicalJson({ b: [{ d: 1, c: 'x' }], a: null });
  expect(text).toBe('{"a":null,"b":[{"c":"x","d":1}]}');
  expect(canonicalJson({ a: null, b: [{ c: 'x', d: 1 }] })).toBe(text);
});

// Covers: field-app-9
test('reports what the office would reject while the visit can still be changed', async () => {
  const visitId = await filledVisit();
  const statement = say({ remark: 'Aadhaar 2341 2341 2346' });
  await update(visitId, { observation: null, statement });
  const failure = await finishVisit(visitId).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BadVisit);
  expect(Object.keys((failure as BadVisit).problems)).toContain('statement.remark');
  expect(await readDraft(visitId)).toBeDefined();
  expect(await (await database()).count('outbox')).toBe(0);
});

// Covers: field-app-9
test('leaves out answers that the outcome does not ask for', async () => {
  const visitId = await filledVisit();
  await update(visitId, {
    outcome: 'unsafe',
    observation: 'negative',
    facts: { personContacted: 'FEMALE', remarks: 'Dogs' },
    statement: say({ neighbour1_name: 'Sita', remark: 'Met at home' }),
    signature: {
      answer: 'declined',
      at: '2026-03-05T10:00:00+05:30',
      words: 'I agree',
      file: null,
    },
  });
  const { facts, statement, signature } = (await finish(visitId)).manifest;
  expect(signature ?? null).toBeNull();
  expect(facts).toEqual({ remarks: 'Dogs' });
  expect(statement).toMatchObject({ neighbour1_name: '', remark: 'Met at home' });
});

test('does not send twice after a second tap on Finish', async () => {
  const visitId = await filledVisit();
  await Promise.all([finishVisit(visitId), finishVisit(visitId)]);
  expect(await (await database()).count('outbox')).toBe(1);
});

// Covers: field-app-14
test('removes a finished task from the list, and keeps an attempted one with its time to try again', async () => {
  const before = { outcome: 'locked', at: '2026-01-01T05:00:00Z', by: 'Asha Patil' } as const;
  const earlier = [{ ...before, try_again_at: '2026-01-02T05:00:00Z' }];
  await storeTasks(task, { ...task, id: 10002, attempts: earlier });
  expect(await listTasks()).toMatchObject([
    { id: 10002, tryAgainAt: '2026-01-02T05:00:00Z' },
    { id: 10001, tryAgainAt: null },
  ]);
  const visitId = await filledVisit();
  await finishVisit(visitId);
  const attempt = await startVisit({ ...task, id: 10002 });
  const tryAgainAt = '2099-11-23T10:00:00.000+05:30';
  // Only a final visit has answers.
  const facts = { addressConfirmed: 'Yes' };
  await update(attempt, { outcome: 'locked', isFinal: false, tryAgainAt, facts });
  expect((await finish(attempt)).manifest.facts).toEqual({});
  expect(await listTasks()).toMatchObject([{ id: 10002, tryAgainAt }]);
});

test('lets a task have one open visit, which continues after a restart', async () => {
  const visitId = await startVisit(task);
  await changeDraft(visitId, (draft) => ({ ...draft, step: 'photos' }));
  expect(await startVisit(task)).toBe(visitId);
  expect(await readDraft(visitId)).toMatchObject({ step: 'photos' });
});

// Covers: field-app-4
test('stores simultaneous changes of a visit', async () => {
  const visitId = await startVisit(task);
  const answers = Array.from({ length: 20 }, (_, index) => `answer${index}`);
  await Promise.all(
    answers.map((name) =>
      changeDraft(visitId, (draft) => ({ ...draft, facts: { ...draft.facts, [name]: 'yes' } })),
    ),
  );
  expect(Object.keys((await readDraft(visitId))?.facts ?? {}).sort()).toEqual(answers.sort());
});

// Covers: field-app-16
test('continues a visit that an earlier version of the app started', async () => {
  const visitId = await startVisit(task);
  const { skipped: _, placeReason: __, begunAt, ...less } = (await readDraft(visitId)) as Draft;
  const { remark: ___, ...statement } = less.statement;
  const encrypted = await encrypt<unknown>(openKey(), { ...less, statement, outcome: 'locked' });
  await (await database()).put('drafts', { visitId, taskId: task.id, encrypted });
  expect(await readDraft(visitId)).toMatchObject({
    outcome: 'locked',
    begunAt,
    skipped: [],
    placeReason: '',
    statement: { remark: '' },
  });
  await finishAttempt(visitId);
  expect(await (await database()).getKey('outbox', visitId)).toBe(visitId);
});
