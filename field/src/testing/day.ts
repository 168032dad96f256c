import type { ManifestPhoto, PhotoSubject } from '@doorstep/contract/visits/manifest';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { announce } from '../lib/db/announce.ts';
import { database, writeMeta } from '../lib/db/database.ts';
import { encrypt, encryptBytes } from '../lib/db/encrypted.ts';
import { openKey } from '../lib/lock/lock.ts';
import type { QueuedVisit, VisitSummary } from '../lib/sync/queued-visit.ts';
import type { SendingRecord } from '../lib/sync/sending-record.ts';
import { addNotices } from '../lib/tasks/notices.ts';
import { changeDraft, type Draft, startVisit } from '../lib/visit/draft.ts';
import { inMinutes, phoneAtWork, picture, sha256Of, storeTasks, taskOf } from './phone.ts';

/**
 * Returns a time of today at a full hour. Some hours from now would be tomorrow in tests that run in the
 * evening.
 */
const today = (hour: number) => {
  const at = new Date();
  at.setHours(hour, 0, 0, 0);
  return at.toISOString();
};

export const anil = () =>
  taskOf({
    id: 10_001,
    name: 'Anil Sharma',
    due_at: inMinutes(40),
    message: 'See the electricity bill. Name on it must match.',
    attempts: [
      {
        outcome: 'locked',
        at: inMinutes(-1_000),
        try_again_at: inMinutes(-20),
        by: 'Ravi More',
      },
    ],
    related: [{ applicant_type: 'Applicant', visit_type: 'OFFICE', name: 'Nirmal Textiles' }],
  });

export const called = (): AgentTask => {
  const results = ['not_reachable', 'switched_off', 'not_reachable', 'appointment'] as const;
  const calls = results.map((result, nth) => ({
    ...{ id: `call-${nth}`, at: inMinutes(nth * 45 - 300), result, by: 'Asha Patil' },
    appointment_at: result === 'appointment' ? inMinutes(1_500) : null,
    assignment_version: 1,
  }));
  return { ...anil(), attempts: [], calls };
};

/** A task with messages. Two messages of the office are unread. */
export const asked = () => {
  const message = (id: string, minutes: number, text: string, by?: string) => ({
    ...{ id, text, by: by ?? 'Asha Patil', is_from_office: by !== undefined },
    ...{ sent_at: inMinutes(-minutes), is_read: minutes > 60 },
  });
  const messages = [
    message('0a', 180, 'Is the shop open on Sundays?', 'Meera Shah'),
    message('0b', 170, 'Closed on Sundays. I go there on Monday morning.'),
    message('0c', 25, 'Which floor is it?', 'Meera Shah'),
    message('0d', 5, 'He says he waits at the gate until five.', 'Ravi Iyer'),
  ];
  return { ...anil(), messages };
};

export const sunita = () =>
  taskOf({
    id: 10_002,
    name: 'Sunita Patil',
    sent_back: {
      at: inMinutes(-30),
      reasons: ['photo_unclear'],
      note: 'Name plate unreadable. Take it again.',
      photos_wanted: ['nameplate'],
    },
  });

export const aDay = (): AgentTask[] => [
  sunita(),
  anil(),
  taskOf({
    id: 10_003,
    name: 'Meera Joshi',
    visit_type: 'OFFICE',
    address: 'Nirmal Textiles, Baner, Pune 411045',
    pin_code: '411045',
    due_at: inMinutes(131),
  }),
  taskOf({
    id: 10_004,
    name: 'Lakshmi Venkataraman',
    address: '12 Temple Road, Pashan, Pune 411008',
    pin_code: '411008',
    due_at: today(23),
  }),
  taskOf({
    id: 10_005,
    name: 'Rohit Kale',
    address: '4 Hill View, Bavdhan, Pune 411021',
    pin_code: '411021',
    attempts: [
      { outcome: 'locked', at: inMinutes(-60), try_again_at: inMinutes(1_500), by: 'Asha Patil' },
    ],
  }),
];

export async function openPhone(tasks: readonly AgentTask[] = []): Promise<void> {
  await phoneAtWork();
  await storeTasks(...tasks);
  announce('tasks', 'meta');
}

/** Puts the tasks at different distances from the visit of {@link queueVisit}. */
export const withAreas = (tasks: readonly AgentTask[]): AgentTask[] =>
  tasks.map((task, at) => ({
    ...task,
    usual_area: { latitude: 18.52 + at * 0.04, longitude: 73.85, radius_m: 2_000 },
  }));

export async function beginVisit(task: AgentTask, fields: Partial<Draft> = {}): Promise<string> {
  const visitId = await startVisit(task);
  await changeDraft(visitId, (draft) => ({ ...draft, ...fields }));
  return visitId;
}

const place = { latitude: 18.56, longitude: 73.81, accuracy_m: 12, mono_ms: 1_000 };
export const fixOf = (accuracy_m: number) => ({ ...place, accuracy_m, at: inMinutes(-2) });

export async function savePhoto(visitId: string, shows: PhotoSubject): Promise<ManifestPhoto> {
  const colour = `hsl(${shows.length * 40} 30% 55%)`;
  const bytes = await (await picture(120, 160, colour, shows)).arrayBuffer();
  const photo: ManifestPhoto = {
    sha256: await sha256Of(bytes),
    bytes: bytes.byteLength,
    width: 120,
    height: 160,
    captured_at: inMinutes(-1),
    mono_ms: 2_000,
    fix: fixOf(9),
    fix_age_ms: 500,
    source: 'viewfinder',
    shows,
  };
  const encrypted = await encryptBytes(openKey(), bytes);
  await (await database()).put('photos', { visitId, sha256: photo.sha256, encrypted });
  await changeDraft(visitId, (draft) => ({ ...draft, photos: [...draft.photos, photo] }));
  return photo;
}

/** Returns the encrypted summary of a visit, which the queue shows. */
export const summaryOf = (name: string, fields: Partial<VisitSummary> = {}) =>
  encrypt(openKey(), {
    name,
    visitType: 'RESIDENCE',
    address: '12 Temple Road, Pune',
    pinCode: '411008',
    place: { latitude: 18.521, longitude: 73.856 },
    ...fields,
  });

/**
 * Begins a visit. Returns its id and the address of a step. `fields` replace parts of its draft, and
 * `:sha256` in `step` stands for its last photo.
 */
export async function prepareVisit(
  step: string,
  fields: Partial<Draft>,
  { task = anil(), photos = [] as readonly PhotoSubject[] } = {},
) {
  await openPhone([task]);
  const visitId = await beginVisit(task, fields);
  let sha256 = '';
  for (const shows of photos) ({ sha256 } = await savePhoto(visitId, shows));
  return { visitId, address: `/visit/${visitId}/${step.replace(':sha256', sha256)}` };
}

export async function queueVisit(
  name: string,
  fields: Partial<QueuedVisit> = {},
  photos = 6,
): Promise<string> {
  const visit: QueuedVisit = {
    visitId: crypto.randomUUID(),
    taskId: 0,
    assignmentVersion: 1,
    isFinal: true,
    finishedAt: inMinutes(-20),
    state: 'waiting',
    envelope: 'a'.repeat(4_000),
    summary: await summaryOf(name),
    photos: Array.from({ length: photos }, (_, at) => ({
      sha256: String(at).padStart(64, '0'),
      bytes: 260_000,
      sent: 0,
    })),
    areFactsThere: false,
    heldBecause: null,
    colleague: null,
    refusal: null,
    receivedAt: null,
    isSavedToFile: false,
    ...fields,
  };
  await (await database()).put('outbox', visit);
  announce('outbox');
  return visit.visitId;
}

export async function storeSendingState(record: Partial<SendingRecord>): Promise<void> {
  await writeMeta('sending', { state: 'idle', nextTryAt: 0, lastSentAt: null, ...record });
  announce('meta');
}

export async function fullQueue(): Promise<string> {
  await openPhone(aDay());
  const half = Array.from({ length: 7 }, (_, at) => ({
    sha256: String(at).padStart(64, '0'),
    bytes: 260_000,
    sent: at < 2 ? 260_000 : at === 2 ? 120_000 : 0,
    isSignature: at === 6,
  }));
  await queueVisit('Kiran Bhosale', { state: 'sending', photos: half, areFactsThere: true });
  await queueVisit('Farid Shaikh', { finishedAt: inMinutes(-10) }, 3);
  await queueVisit('Anil Deshmukh', { finishedAt: inMinutes(-5) });
  await queueVisit('Prakash Jadhav', {
    finishedAt: inMinutes(-4),
    state: 'refused',
    refusal: 'not_found',
  });
  const there = { areFactsThere: true, receivedAt: inMinutes(-60) };
  await queueVisit('Kavita Rao', {
    ...there,
    state: 'held',
    heldBecause: 'reassigned',
    colleague: await encrypt(openKey(), 'Ravi More'),
  });
  await queueVisit('Deepak Nair', { ...there, state: 'received', finishedAt: inMinutes(-90) });
  await storeSendingState({ state: 'sending', lastSentAt: inMinutes(-60) });
  return '/queue';
}

export async function storeMessageStates(taskId: number): Promise<void> {
  const db = await database();
  const states = ['sent', 'late', 'refused', 'waiting'] as const;
  for (const [at, state] of states.entries()) {
    const encrypted = await encrypt(openKey(), 'Gate locked until noon. The guard knows him.');
    const writtenAt = inMinutes(at - 30);
    await db.put('messages', { id: String(at), taskId, state, writtenAt, encrypted });
  }
}

export async function removeVisits(): Promise<void> {
  const names = new Map([
    [1, 'Farid Shaikh'],
    [2, 'Deepak Nair'],
  ]);
  const at = inMinutes(-50);
  const gone = [
    { applicant_id: 1, because: 'reassigned' as const, by: 'Ravi More', at },
    { applicant_id: 2, because: 'deleted' as const, by: null, at },
  ];
  await addNotices(openKey(), gone, names);
}
