import { ownCalibration } from '@doorstep/contract/calibration';
import { answer, noConnection } from '@doorstep/contract/testing/backend';
import { type AgentCard, getAgentCard } from '@doorstep/contract/visits/agent-card';
import { writeMeta } from '../lib/db/database.ts';
import { changeSignIn } from '../lib/session/account-record.ts';
import { setWifiOnly } from '../lib/sync/wifi-only.ts';
import { openPhone, queueVisit } from './day.ts';
import { agent, inMinutes, taskOf } from './phone.ts';
import type { ScreenState } from './screen-states.ts';
import { simulateNetwork, simulatePush, simulateSpace } from './troubles.ts';

/** Returns keys as stored on a phone that can't hide them from scripts. */
async function someKeys() {
  const signing = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify']);
  return {
    privateKey: await crypto.subtle.exportKey('jwk', keys.privateKey),
    publicKey: await crypto.subtle.exportKey('jwk', keys.publicKey),
  };
}

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAA9bVf///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

export const aCard = (): AgentCard => ({
  name: 'Asha Patil',
  agency: 'Sahyadri Verification',
  photo: dot,
  check_url: `/id/${'aB3-'.repeat(12)}`,
  valid_until: inMinutes(7 * 24 * 60),
});

export const meStates: readonly ScreenState[] = [
  { name: 'me', prepare: async () => (await openPhone(), '/me') },
  {
    name: 'quality',
    prepare: async () => {
      await openPhone();
      const { is_admin, id, name } = agent;
      const share = { cases: 310, share: 0.04 };
      answer(ownCalibration, {
        ...{ user: { id, name, is_admin }, months: [] },
        agreement: { cases: 64, kappa: 0.71, low: 0.5, high: 0.88 },
        ...{ sent_back: share, dismissed: share, callbacks: { cases: 9, share: null } },
        time: { cases: 310, seconds: 540 },
      });
      return '/quality';
    },
  },
  { name: 'practice', prepare: async () => (await openPhone(), '/practice') },
  { name: 'practice-found', prepare: async () => (await openPhone(), '/practice/3/found') },
  {
    name: 'practice-question',
    prepare: async () => (await openPhone(), '/practice/1/found'),
    press: ['found.met'],
  },
  {
    name: 'practice-end',
    prepare: async () => (await openPhone(), '/practice/2/found'),
    press: ['found.unsafe'],
  },
  {
    name: 'card',
    prepare: async () => (answer(getAgentCard, aCard()), await openPhone(), '/card'),
  },
  {
    name: 'card-none',
    prepare: async () => (answer(getAgentCard, noConnection()), await openPhone(), '/card'),
    isAlarmed: true,
  },
  { name: 'me-sign-out', prepare: async () => (await openPhone(), '/me'), press: ['me.signOut'] },
  {
    name: 'me-messages-blocked',
    prepare: async () => {
      simulatePush('denied');
      await openPhone();
      return '/me';
    },
    press: ['me.news'],
  },
  {
    name: 'me-mobile-network',
    prepare: async () => {
      simulateNetwork('cellular');
      await openPhone();
      await setWifiOnly(true);
      await writeMeta('device', { id: 'a', registeredFor: null, readableKeys: await someKeys() });
      return '/me';
    },
  },
  {
    name: 'me-unsent',
    prepare: async () => {
      await openPhone([taskOf({ id: 1, name: 'Anil Sharma' })]);
      await queueVisit('Kiran Bhosale');
      simulateSpace({ freeMb: 2_000, isPersisted: false });
      return '/me';
    },
  },
  {
    name: 'closed-account',
    prepare: async () => {
      await openPhone([taskOf({ id: 1, name: 'Anil Sharma' })]);
      await queueVisit('Kiran Bhosale', {}, 0);
      await queueVisit('Meera Joshi', {}, 0);
      const closed = { officePhone: '+91 20 2567 1234' };
      await changeSignIn('send-1', (record) => ({ ...record, isEnded: true, closed }));
      return '/sign-in';
    },
  },
  { name: 'change-pin', prepare: async () => (await openPhone(), '/me/pin') },
  {
    name: 'change-pin-again',
    prepare: async () => (await openPhone(), '/me/pin'),
    press: [...'407192', ...'40719'],
  },
  {
    name: 'change-pin-easy',
    prepare: async () => (await openPhone(), '/me/pin'),
    press: [...'123456'],
  },
  {
    name: 'change-pin-current',
    prepare: async () => (await openPhone(), '/me/pin'),
    press: [...'407192', ...'407192'],
  },
  {
    name: 'passphrase',
    prepare: async () => (await openPhone(), '/me/pin'),
    press: ['pin.usePhrase'],
  },
];
