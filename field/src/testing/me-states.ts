import { ownCalibration } from '@doorstep/contract/calibration';
import { answer, noConnection } from '@doorstep/contract/testing/backend';
import { type AgentCard, getAgentCard } from '@doorstep/contract/visits/agent-card';
import { writeMeta } from '../lib/db/database.ts';
import { changeSignIn } from '../lib/session/account-record.ts';
import { setWifiOnly } from '../lib/sync/wifi-only.ts';
import { queueVisit } from './day.ts';
import { agent, inMinutes, taskOf } from './phone.ts';
import { type ScreenState, state } from './screen-state.ts';
import { simulateNetwork, simulatePush, simulateSpace } from './troubles.ts';

/** Stores the keys as JSON, as on a phone that can't store a CryptoKey. */
async function storeReadableKeys() {
  const signing = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify']);
  const readableKeys = {
    privateKey: await crypto.subtle.exportKey('jwk', keys.privateKey),
    publicKey: await crypto.subtle.exportKey('jwk', keys.publicKey),
  };
  await writeMeta('device', { id: 'a', registeredFor: null, readableKeys });
}

function answerQuality() {
  const { is_admin, id, name } = agent;
  const share = { cases: 310, share: 0.04 };
  answer(ownCalibration, {
    ...{ user: { id, name, is_admin }, months: [] },
    agreement: { cases: 64, kappa: 0.71, low: 0.5, high: 0.88 },
    ...{ sent_back: share, dismissed: share, callbacks: { cases: 9, share: null } },
    time: { cases: 310, seconds: 540 },
  });
}

const closeAccount = () =>
  changeSignIn('send-1', (record) => ({
    ...record,
    isEnded: true,
    closed: { officePhone: '+91 20 2567 1234' },
  }));

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAA9bVf///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

export const aCard = (): AgentCard => ({
  name: 'Asha Patil',
  agency: 'Sahyadri Verification',
  photo: dot,
  check_url: `/id/${'aB3-'.repeat(12)}`,
  valid_until: inMinutes(7 * 24 * 60),
});

const unsent = (name: string) => () => queueVisit(name, {}, 0);
const anilOnly = () => [taskOf({ id: 1, name: 'Anil Sharma' })];

export const meStates: readonly ScreenState[] = [
  state('me', '/me'),
  state('quality', '/quality', { given: [answerQuality] }),
  state('practice', '/practice'),
  state('practice-found', '/practice/3/found'),
  state('practice-question', '/practice/1/found', { press: ['found.met'] }),
  state('practice-end', '/practice/2/found', { press: ['found.unsafe'] }),
  state('card', '/card', { given: [() => answer(getAgentCard, aCard())] }),
  state('card-none', '/card', {
    ...{ given: [() => answer(getAgentCard, noConnection())], isAlarmed: true },
  }),
  state('me-sign-out', '/me', { press: ['me.signOut'] }),
  state('me-messages-blocked', '/me', {
    given: [() => simulatePush('denied')],
    press: ['me.news'],
  }),
  state('me-mobile-network', '/me', {
    given: [() => simulateNetwork('cellular'), () => setWifiOnly(true), storeReadableKeys],
  }),
  state('me-unsent', '/me', {
    tasks: anilOnly,
    given: [
      () => queueVisit('Kiran Bhosale'),
      () => simulateSpace({ freeMb: 2_000, isPersisted: false }),
    ],
  }),
  state('closed-account', '/sign-in', {
    tasks: anilOnly,
    given: [unsent('Kiran Bhosale'), unsent('Meera Joshi'), closeAccount],
  }),
  state('change-pin', '/me/pin'),
  state('change-pin-again', '/me/pin', { press: [...'407192', ...'40719'] }),
  state('change-pin-easy', '/me/pin', { press: [...'123456'] }),
  state('change-pin-current', '/me/pin', { press: [...'407192', ...'407192'] }),
  state('passphrase', '/me/pin', { press: ['pin.usePhrase'] }),
];
