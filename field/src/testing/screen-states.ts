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
  queueVisit,
  removeVisits,
  storeMessageStates,
  storeSendingState,
  sunita,
  withAreas,
} from './day.ts';
import { meStates } from './me-states.ts';
import { emptyPhone, inMinutes, taskOf } from './phone.ts';
import { type ScreenState, state } from './screen-state.ts';
import { sentVisitStates } from './sent-visit.ts';
import { endTroubles, simulateNoRoom, simulateSpace, simulateUnstoredApp } from './troubles.ts';
import { visitStates } from './visit-states.ts';

export { buttonsOf } from './screen-state.ts';

const wrongPin = ['1', '2', '3', '1', '2', '3'];
const queueOne = () => queueVisit('Kiran Bhosale');
const simulateUnprotected = () => simulateSpace({ freeMb: 2_000, isPersisted: false });
const withoutNetwork = () =>
  storeSendingState({ state: 'waiting for a network', nextTryAt: Date.now() + 240_000 });
const tryWrongPin = (times: number) => async () => {
  for (let tries = 0; tries < times; tries += 1) await unlock('111111');
};

const signedOutStates: readonly ScreenState[] = [
  state('sign-in', '/', { given: [emptyPhone] }),
  state('sign-in-lost', '/', { given: [emptyPhone, () => writeMeta('lostAt', Date.now())] }),
  state('sign-in-missing', '/', { given: [emptyPhone], press: ['signIn'], isAlarmed: true }),
  state('ready', '/ready', { tasks: aDay }),
  state('ready-unprotected', '/ready', {
    ...{ tasks: aDay, given: [simulateUnprotected, simulateUnstoredApp] },
  }),
  state('unlock', '/', { given: [queueOne, lockNow, tryWrongPin(1)] }),
  state('unlock-wrong', '/', { given: [lockNow], press: wrongPin, isAlarmed: true }),
  state('unlock-wait', '/', { given: [lockNow, tryWrongPin(5)] }),
  state('unlock-phrase', '/', {
    given: [() => setSecret('four words or more'), queueOne, lockNow],
  }),
  state('forgot', '/', { given: [lockNow], press: ['unlock.forgot'] }),
  state('forgot-password', '/', { given: [lockNow], press: ['unlock.forgot', 'forgot.sign'] }),
];

const longName = 'Mohammed Abdul Rahman Siddiqui Balasubramaniam';
const [anilOnly, calledOnly, askedOnly] = [() => [anil()], () => [called()], () => [asked()]];
const task = `/task/${anil().id}`;
const callAgain = () => noteCall(called());

const day: readonly ScreenState[] = [
  state('today', '/', { given: [fullQueue] }),
  state('today-messages', '/', { tasks: () => [sunita(), asked()] }),
  state('today-empty', '/'),
  state('today-news', '/', {
    tasks: aDay,
    given: [removeVisits, () => noteCall(anil()), queueOne, withoutNetwork],
  }),
  state('today-full', '/', { tasks: aDay, given: [simulateNoRoom], isAlarmed: true }),
  state('today-password', '/', {
    given: [
      fullQueue,
      () => storeSendingState({ lastSentAt: inMinutes(-1_500) }),
      () => endSignIn('send-1'),
    ],
  }),
  state('today-long-names', '/', {
    tasks: () => [
      { ...sunita(), name: longName },
      taskOf({ id: 3, name: longName, due_at: inMinutes(-200), attempts: anil().attempts }),
    ],
  }),
  state('today-order', '/', {
    tasks: () => withAreas(aDay()),
    given: [queueOne, () => saveOwnOrder([10_004, 10_001, 10_003])],
  }),
  state('order', '/order', {
    ...{ tasks: () => withAreas(aDay()), given: [queueOne] },
    press: [['order.up', 'Lakshmi Venkataraman']],
  }),
  state('task', task, { tasks: anilOnly }),
  state('task-low-space', task, {
    tasks: anilOnly,
    given: [queueOne, () => simulateSpace({ freeMb: 90, isPersisted: false })],
  }),
  state('task-messages', task, {
    tasks: askedOnly,
    given: [() => queueMessage(asked().id, 'Third floor, next to the lift.')],
    press: ['messages.answer'],
  }),
  state('task-message-states', task, {
    ...{ tasks: anilOnly, given: [() => storeMessageStates(anil().id)] },
  }),
  state('task-sent-back', `/task/${sunita().id}`, { tasks: () => [sunita()] }),
  state('task-too-old', task, {
    ...{ tasks: anilOnly, given: [() => writeMeta('leastVersion', '99.0.0')] },
  }),
  state('task-called', task, { tasks: calledOnly, given: [callAgain] }),
  state('call', `${task}/call`, { tasks: calledOnly, given: [callAgain] }),
  state('call-appointment', `${task}/call`, {
    ...{ tasks: calledOnly, given: [callAgain] },
    press: ['call.appointment', 'call.tomorrow', '10:00'],
  }),
  state('task-missing', '/task/4'),
  state('give-back', `${task}/give-back`, {
    ...{ tasks: anilOnly, press: ['give.address_incomplete'] },
  }),
  state('give-back-calls', `${task}/give-back`, { tasks: calledOnly, press: ['give.no_answer'] }),
  state('give-back-failed', `${task}/give-back`, {
    ...{ tasks: anilOnly, press: ['give.on_leave', 'give.send'], isAlarmed: true },
  }),
];

const afterVisits: readonly ScreenState[] = [
  state('kept', '/kept/kept', {
    tasks: aDay,
    given: [
      () => queueVisit('Anil Sharma', { visitId: 'kept', taskId: 10_001 }, 5),
      () => storeSendingState({ state: 'waiting for a network' }),
    ],
  }),
  state('queue', '/queue', { given: [fullQueue] }),
  state('queue-offline', '/queue', {
    given: [
      queueOne,
      () => queueVisit('Farid Shaikh', { finishedAt: inMinutes(-10) }, 1),
      withoutNetwork,
    ],
  }),
  state('queue-password', '/queue', { given: [queueOne, () => endSignIn('send-1')] }),
  state('queue-file', '/queue', {
    given: [() => queueVisit('Kiran Bhosale', { state: 'refused', refusal: 'bad_signature' }, 0)],
    press: [['queue.saveNamed', 'Kiran Bhosale']],
  }),
  state('queue-empty', '/queue'),
  state('sign-in-again', '/sign-in'),
];

const onGoodPhone = (one: ScreenState): ScreenState => ({
  ...one,
  prepare: () => {
    endTroubles();
    simulateSpace({ freeMb: 2_000, isPersisted: true });
    return one.prepare();
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
