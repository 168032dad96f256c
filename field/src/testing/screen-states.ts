import { noteCall } from '../lib/calls/note-call.ts';
import { writeMeta } from '../lib/db/database.ts';
import { lockNow, setSecret, unlock } from '../lib/lock/lock.ts';
import { queueMessage } from '../lib/messages/write-message.ts';
import { endSignIn } from '../lib/session/account-record.ts';
import { saveOwnOrder } from '../lib/tasks/own-order.ts';
import {
  aDay,
  anil,
  asked,
  called,
  fullQueue,
  openPhone,
  queueVisit,
  removeVisits,
  storeMessageStates,
  storeSendingState,
  sunita,
  withAreas,
} from './day.ts';
import { meStates } from './me-states.ts';
import { emptyPhone, inMinutes, taskOf } from './phone.ts';
import { sentVisitStates } from './sent-visit.ts';
import { endTroubles, simulateNoRoom, simulateSpace, simulateUnstoredApp } from './troubles.ts';
import { visitStates } from './visit-states.ts';

export interface ScreenState {
  name: string;
  /** Returns the address to open. */
  prepare: () => Promise<string>;
  /**
   * The buttons to press after opening: the keys of their texts (with the name to fill in), or their names
   * if these are the same in each language.
   */
  press?: readonly (string | readonly [key: string, name: string])[];
  /** Whether an alert, or a notice that is news, appears shortly after opening. */
  isAlarmed?: boolean;
}

export const alarm = '[role=alert]:not(:empty), [role=status] > svg';

export const buttonsOf = ({ press = [] }: ScreenState, words: Record<string, string>) =>
  press.map((button) => {
    const [key, name] = typeof button === 'string' ? [button, ''] : button;
    return (words[key] ?? key).replace('{name}', name);
  });

const wrongPin = ['1', '2', '3', '1', '2', '3'];

const signedOutStates: readonly ScreenState[] = [
  { name: 'sign-in', prepare: async () => (await emptyPhone(), '/') },
  {
    name: 'sign-in-lost',
    prepare: async () => {
      await emptyPhone();
      await writeMeta('lostAt', Date.now());
      return '/';
    },
  },
  {
    name: 'sign-in-missing',
    prepare: async () => (await emptyPhone(), '/'),
    press: ['signIn'],
    isAlarmed: true,
  },
  { name: 'ready', prepare: async () => (await openPhone(aDay()), '/ready') },
  {
    name: 'ready-unprotected',
    prepare: async () => {
      await openPhone(aDay());
      simulateSpace({ freeMb: 2_000, isPersisted: false });
      simulateUnstoredApp();
      return '/ready';
    },
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
    name: 'unlock-wrong',
    prepare: async () => (await openPhone(), lockNow(), '/'),
    press: wrongPin,
    isAlarmed: true,
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
    name: 'unlock-phrase',
    prepare: async () => {
      await openPhone();
      await setSecret('four words or more');
      await queueVisit('Kiran Bhosale');
      lockNow();
      return '/';
    },
  },
  {
    name: 'forgot',
    prepare: async () => (await openPhone(), lockNow(), '/'),
    press: ['unlock.forgot'],
  },
  {
    name: 'forgot-password',
    prepare: async () => (await openPhone(), lockNow(), '/'),
    press: ['unlock.forgot', 'forgot.sign'],
  },
];

const day: readonly ScreenState[] = [
  { name: 'today', prepare: async () => (await fullQueue(), '/') },
  {
    name: 'today-messages',
    prepare: async () => (await openPhone([sunita(), asked()]), '/'),
  },
  { name: 'today-empty', prepare: async () => (await openPhone(), '/') },
  {
    name: 'today-news',
    prepare: async () => {
      await openPhone(aDay());
      await removeVisits();
      await noteCall(anil());
      await queueVisit('Kiran Bhosale');
      await storeSendingState({ state: 'waiting for a network', nextTryAt: Date.now() + 240_000 });
      return '/';
    },
  },
  {
    name: 'today-full',
    prepare: async () => (await openPhone(aDay()), simulateNoRoom(), '/'),
    isAlarmed: true,
  },
  {
    name: 'today-password',
    prepare: async () => {
      await fullQueue();
      await storeSendingState({ lastSentAt: inMinutes(-1_500) });
      await endSignIn('send-1');
      return '/';
    },
  },
  {
    name: 'today-long-names',
    prepare: async () => {
      const name = 'Mohammed Abdul Rahman Siddiqui Balasubramaniam';
      await openPhone([
        { ...sunita(), name },
        taskOf({ id: 3, name, due_at: inMinutes(-200), attempts: anil().attempts }),
      ]);
      return '/';
    },
  },
  {
    name: 'today-order',
    prepare: async () => {
      await openPhone(withAreas(aDay()));
      await queueVisit('Kiran Bhosale');
      await saveOwnOrder([10_004, 10_001, 10_003]);
      return '/';
    },
  },
  {
    name: 'order',
    prepare: async () => {
      await openPhone(withAreas(aDay()));
      await queueVisit('Kiran Bhosale');
      return '/order';
    },
    press: [['order.up', 'Lakshmi Venkataraman']],
  },
  { name: 'task', prepare: async () => (await openPhone([anil()]), `/task/${anil().id}`) },
  {
    name: 'task-low-space',
    prepare: async () => {
      await openPhone([anil()]);
      await queueVisit('Kiran Bhosale');
      simulateSpace({ freeMb: 90, isPersisted: false });
      return `/task/${anil().id}`;
    },
  },
  {
    name: 'task-messages',
    prepare: async () => {
      await openPhone([asked()]);
      await queueMessage(asked().id, 'Third floor, next to the lift.');
      return `/task/${asked().id}`;
    },
    press: ['messages.answer'],
  },
  {
    name: 'task-message-states',
    prepare: async () => {
      await openPhone([anil()]);
      await storeMessageStates(anil().id);
      return `/task/${anil().id}`;
    },
  },
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
  {
    name: 'task-called',
    prepare: async () => {
      await openPhone([called()]);
      await noteCall(called());
      return `/task/${called().id}`;
    },
  },
  {
    name: 'call',
    prepare: async () => {
      await openPhone([called()]);
      await noteCall(called());
      return `/task/${called().id}/call`;
    },
  },
  {
    name: 'call-appointment',
    prepare: async () => {
      await openPhone([called()]);
      await noteCall(called());
      return `/task/${called().id}/call`;
    },
    press: ['call.appointment', 'call.tomorrow', '10:00'],
  },
  { name: 'task-missing', prepare: async () => (await openPhone(), '/task/4') },
  {
    name: 'give-back',
    prepare: async () => (await openPhone([anil()]), `/task/${anil().id}/give-back`),
    press: ['give.address_incomplete'],
  },
  {
    name: 'give-back-calls',
    prepare: async () => (await openPhone([called()]), `/task/${called().id}/give-back`),
    press: ['give.no_answer'],
  },
  {
    name: 'give-back-failed',
    prepare: async () => (await openPhone([anil()]), `/task/${anil().id}/give-back`),
    press: ['give.on_leave', 'give.send'],
    isAlarmed: true,
  },
];

const afterVisits: readonly ScreenState[] = [
  {
    name: 'kept',
    prepare: async () => {
      await openPhone(aDay());
      const visitId = await queueVisit('Anil Sharma', { taskId: 10_001 }, 5);
      await storeSendingState({ state: 'waiting for a network' });
      return `/kept/${visitId}`;
    },
  },
  { name: 'queue', prepare: fullQueue },
  {
    name: 'queue-offline',
    prepare: async () => {
      await openPhone();
      await queueVisit('Kiran Bhosale');
      await queueVisit('Farid Shaikh', { finishedAt: inMinutes(-10) }, 1);
      await storeSendingState({ state: 'waiting for a network', nextTryAt: Date.now() + 240_000 });
      return '/queue';
    },
  },
  {
    name: 'queue-password',
    prepare: async () => {
      await openPhone();
      await queueVisit('Kiran Bhosale');
      await endSignIn('send-1');
      return '/queue';
    },
  },
  {
    name: 'queue-file',
    prepare: async () => {
      await openPhone();
      await queueVisit('Kiran Bhosale', { state: 'refused', refusal: 'bad_signature' }, 0);
      return '/queue';
    },
    press: [['queue.saveNamed', 'Kiran Bhosale']],
  },
  { name: 'queue-empty', prepare: async () => (await openPhone(), '/queue') },
  { name: 'sign-in-again', prepare: async () => (await openPhone(), '/sign-in') },
];

const onGoodPhone = (state: ScreenState): ScreenState => ({
  ...state,
  prepare: () => {
    endTroubles();
    simulateSpace({ freeMb: 2_000, isPersisted: true });
    return state.prepare();
  },
});

export const screenStates: readonly ScreenState[] = [
  ...signedOutStates,
  ...day,
  ...visitStates,
  ...afterVisits,
  ...sentVisitStates,
  ...meStates,
].map(onGoodPhone);
