import { writeMeta } from '../lib/db/database.ts';
import { changeSignIn } from '../lib/session/account-record.ts';
import { setWifiOnly } from '../lib/sync/wifi-only.ts';
import { openPhone, queueVisit, taskOf } from './day.ts';
import type { ScreenState } from './screen-states.ts';
import { networkIs, pushIs, spaceIs } from './troubles.ts';

/** As a phone has them that can't hide its keys. */
async function someKeys() {
  const signing = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(signing, true, ['sign', 'verify']);
  return {
    privateKey: await crypto.subtle.exportKey('jwk', keys.privateKey),
    publicKey: await crypto.subtle.exportKey('jwk', keys.publicKey),
  };
}

/** Me, the change of the PIN, and a closed account. */
export const meStates: readonly ScreenState[] = [
  { name: 'me', prepare: async () => (await openPhone(), '/me') },
  { name: 'me-sign-out', prepare: async () => (await openPhone(), '/me'), press: ['me.signOut'] },
  {
    name: 'me-messages-blocked',
    prepare: async () => {
      pushIs('denied');
      await openPhone();
      return '/me';
    },
    press: ['me.news'],
  },
  {
    name: 'me-mobile-network',
    prepare: async () => {
      networkIs('cellular');
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
      spaceIs({ freeMb: 2_000, isPersisted: false });
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
