import { visitForm } from '@doorstep/contract/reports/visit-form';
import { writeMeta } from '../lib/db/database.ts';
import { lockNow, unlock } from '../lib/lock/lock.ts';
import { setWifiOnly } from '../lib/sync/wifi-only.ts';
import type { Draft } from '../lib/visit/draft.ts';
import {
  aDay,
  anil,
  beginVisit,
  fixOf,
  inMinutes,
  keepPhoto,
  openPhone,
  queueVisit,
  sendingIs,
  sunita,
  taskOf,
} from './day.ts';
import { emptyPhone } from './phone.ts';

/** A screen in one of its states: what the phone then holds, and the address inside the app. */
interface ScreenState {
  name: string;
  /** Answers the address to open. */
  prepare: () => Promise<string>;
  /** Names of buttons that are then pressed. */
  press?: readonly string[];
}

const met: Partial<Draft> = { outcome: 'met', isFinal: true, fixes: [fixOf(12)] };

const visitAt =
  (step: string, fields: Partial<Draft> = met, photos: Parameters<typeof keepPhoto>[1][] = []) =>
  async () => {
    const task = anil();
    await openPhone([task]);
    const visitId = await beginVisit(task, fields);
    for (const shows of photos) await keepPhoto(visitId, shows);
    return `/visit/${visitId}/${step}`;
  };

/** Every question of a residence where somebody was met, answered. */
const allAnswered = () =>
  Object.fromEntries(
    visitForm('residence', 'met', true)
      .steps.flatMap(({ questions }) => questions)
      .filter(({ goesTo, name }) => goesTo === 'facts' && name !== 'carpetAreaSqFt')
      .map(({ name, kind, options, suggestions }) => [
        name,
        kind === 'number' ? '4' : (options?.[0] ?? suggestions?.[0] ?? 'Lake Road'),
      ]),
  );
const talked = {
  neighbour1_name: 'Neighbour',
  neighbour1_address: 'Flat 82',
  neighbour1_feedback: 'Knows the family for six years.',
  neighbour2_name: '',
  neighbour2_address: '',
  neighbour2_feedback: '',
  remark: 'Lives here 6 years, owns the flat.',
  verification_address: '',
};

async function fullQueue(): Promise<string> {
  await openPhone(aDay());
  const half = Array.from({ length: 6 }, (_, at) => ({
    sha256: String(at).padStart(64, '0'),
    bytes: 260_000,
    sent: at < 2 ? 260_000 : at === 2 ? 120_000 : 0,
  }));
  await queueVisit('Kiran Bhosale', { state: 'sending', photos: half, areFactsThere: true });
  await queueVisit('Farid Shaikh', { finishedAt: inMinutes(-10) }, 3);
  await queueVisit('Anil Deshmukh', { finishedAt: inMinutes(-5) });
  await queueVisit('Prakash Jadhav', {
    finishedAt: inMinutes(-4),
    state: 'refused',
    refusal: 'The visit names a task that was never yours.',
  });
  const there = { areFactsThere: true, receivedAt: inMinutes(-60) };
  await queueVisit('Kavita Rao', {
    ...there,
    state: 'held',
    heldBecause: 'reassigned',
    colleague: 'Ravi More',
  });
  await queueVisit('Deepak Nair', { ...there, state: 'received', finishedAt: inMinutes(-90) });
  await sendingIs({ state: 'sending', lastSentAt: inMinutes(-60) });
  return '/queue';
}

/** Every screen, in the states that look different. */
export const screenStates: readonly ScreenState[] = [
  { name: 'sign-in', prepare: async () => (await emptyPhone(), '/') },
  {
    name: 'ready',
    prepare: async () => (await openPhone(aDay()), '/ready'),
  },
  {
    name: 'unlock',
    prepare: async () => {
      await openPhone();
      await queueVisit('Kiran Bhosale');
      lockNow();
      await unlock('111111');
      return '/';
    },
  },
  {
    name: 'unlock-wait',
    prepare: async () => {
      await openPhone();
      lockNow();
      for (let tries = 0; tries < 5; tries += 1) await unlock('111111');
      return '/';
    },
  },
  {
    name: 'forgot',
    prepare: async () => (await openPhone(), lockNow(), '/'),
    press: ['Forgot'],
  },
  {
    name: 'today',
    prepare: async () => {
      await fullQueue();
      return '/';
    },
  },
  { name: 'today-empty', prepare: async () => (await openPhone(), '/') },
  { name: 'task', prepare: async () => (await openPhone([anil()]), `/task/${anil().id}`) },
  {
    name: 'task-sent-back',
    prepare: async () => (await openPhone([sunita()]), `/task/${sunita().id}`),
  },
  {
    name: 'task-too-old',
    prepare: async () => {
      await openPhone([anil()]);
      await writeMeta('leastVersion', '99.0.0');
      return `/task/${anil().id}`;
    },
  },
  { name: 'task-missing', prepare: async () => (await openPhone(), '/task/4') },
  {
    name: 'give-back',
    prepare: async () => (await openPhone([anil()]), `/task/${anil().id}/give-back`),
    press: ['Address incomplete'],
  },
  { name: 'where-good', prepare: visitAt('where') },
  { name: 'where-poor', prepare: visitAt('where', { fixes: [fixOf(240)] }) },
  { name: 'found', prepare: visitAt('found') },
  { name: 'photos-none', prepare: visitAt('photos') },
  { name: 'photos-some', prepare: visitAt('photos', met, ['door', 'person', 'street']) },
  {
    name: 'photos-skipped',
    prepare: visitAt(
      'photos',
      { ...met, skipped: [{ shows: 'nameplate', reason: 'not_visible' }] },
      ['door', 'person', 'street', 'agent'],
    ),
  },
  { name: 'skip', prepare: visitAt('skip') },
  { name: 'skip-why', prepare: visitAt('skip/nameplate') },
  { name: 'camera', prepare: visitAt('camera/nameplate', met, ['door', 'person', 'street']) },
  {
    name: 'photo',
    prepare: async () => {
      const address = await visitAt('photo')();
      const { sha256 } = await keepPhoto(address.split('/')[2] ?? '', 'door');
      return `${address}/${sha256}`;
    },
  },
  { name: 'again', prepare: visitAt('again', { outcome: 'locked', fixes: [fixOf(12)] }, ['door']) },
  {
    name: 'again-day',
    prepare: visitAt('again', { outcome: 'locked' }, ['door']),
    press: ['Another day'],
  },
  { name: 'question-choice', prepare: visitAt('questions/3') },
  { name: 'question-many-choices', prepare: visitAt('questions/9') },
  {
    name: 'question-number',
    prepare: visitAt('questions/15', { ...met, facts: { totalFamilyMember: '4' } }),
  },
  { name: 'question-several', prepare: visitAt('questions/22') },
  { name: 'question-long', prepare: visitAt('questions/25') },
  {
    name: 'question-wrong',
    prepare: visitAt('questions/18', { ...met, facts: { companyName: '2345 6789 0124' } }),
  },
  { name: 'neighbours', prepare: visitAt('neighbours') },
  { name: 'result', prepare: visitAt('result', { ...met, observation: 'positive' }) },
  {
    name: 'summary',
    prepare: visitAt(
      'summary',
      { ...met, facts: allAnswered(), findings: talked, observation: 'positive' },
      ['door', 'nameplate', 'person', 'agent', 'street'],
    ),
  },
  { name: 'summary-lacking', prepare: visitAt('summary', met, ['door']) },
  {
    name: 'kept',
    prepare: async () => {
      await openPhone(aDay());
      const visitId = await queueVisit('Anil Sharma', { taskId: 10_001 }, 5);
      await sendingIs({ state: 'waiting for a network' });
      return `/kept/${visitId}`;
    },
  },
  { name: 'queue', prepare: fullQueue },
  { name: 'queue-empty', prepare: async () => (await openPhone(), '/queue') },
  { name: 'me', prepare: async () => (await openPhone(), '/me') },
  {
    name: 'me-mobile-network',
    prepare: async () => {
      const connection = Object.assign(new EventTarget(), { type: 'cellular' });
      Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
      await openPhone();
      await setWifiOnly(true);
      await writeMeta('device', { id: 'a', registeredFor: null, readableKeys: {} });
      return '/me';
    },
  },
  {
    name: 'me-unsent',
    prepare: async () => {
      await openPhone([taskOf({ id: 1, name: 'Anil Sharma' })]);
      await queueVisit('Kiran Bhosale');
      return '/me';
    },
  },
  { name: 'change-pin', prepare: async () => (await openPhone(), '/me/pin') },
  {
    name: 'passphrase',
    prepare: async () => (await openPhone(), '/me/pin'),
    press: ['Use a passphrase'],
  },
  { name: 'sign-in-again', prepare: async () => (await openPhone(), '/sign-in') },
];
