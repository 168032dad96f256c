import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { EndpointName } from '@doorstep/contract/wire/endpoints';
import { readRecipient } from '../features/visits/phone/server-key-store.ts';
import type { Sample } from './endpoint-samples.ts';
import { addApplicant, type TestApp, type Visitor } from './test-app.ts';
import { addPhoneVisit, letterOf, manifestOf, photoOf } from './visit.ts';

type PhoneCall = Extract<
  EndpointName,
  | 'taskChanges'
  | 'sendVisit'
  | 'sendPhoto'
  | 'photoProgress'
  | 'visitReceipts'
  | 'giveBackTask'
  | 'registerDevice'
  | 'serverKey'
>;

const none = '00000000-0000-4000-8000-000000000000';
const noPhoto = { params: { id: none, sha256: '0'.repeat(64) } };

const asked = (asker: Visitor | undefined): Visitor => {
  if (!asker) throw new Error('Needs someone who asks');
  return asker;
};
const task = ({ db }: TestApp, agent: Visitor) =>
  addApplicant(db, { assigned_agent_id: agent.user.id });
const photoSent = async (server: TestApp, agent: Visitor) => {
  const [photo, bytes] = await photoOf('sienna');
  const { id } = await addPhoneVisit(server, agent, [photo]);
  return { params: { id, sha256: photo.sha256 }, bytes };
};
const octets = { 'content-type': 'application/octet-stream' };
const publicKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64');

/** How the calls of an agent's phone are asked. */
export const phoneSamples: Record<PhoneCall, Sample> = {
  taskChanges: {
    good: async () => ({ query: { known: '1-0a1b2c3d' } }),
    bad: { query: { known: 'all' } },
  },
  sendVisit: {
    good: async (server, asker) => {
      const { id } = await task(server, asked(asker));
      return { payload: letterOf(manifestOf({ applicant_id: id })) };
    },
    unknown: { payload: letterOf(manifestOf({ applicant_id: 999_999_999 })) },
    foreign: async (server) => {
      const { id } = await addApplicant(server.db);
      return { request: { payload: letterOf(manifestOf({ applicant_id: id })) }, status: 404 };
    },
    bad: { payload: letterOf({}) },
    audit: 'verification.create',
    changes: 'visits',
  },
  sendPhoto: {
    good: async (server, asker) => {
      const { params, bytes } = await photoSent(server, asked(asker));
      return { params, payload: bytes, headers: octets };
    },
    unknown: { ...noPhoto, payload: Buffer.from('bytes'), headers: octets },
    audit: 'verification.photos_received',
    changes: 'photos',
  },
  photoProgress: {
    good: async (server, asker) => {
      const { params } = await photoSent(server, asked(asker));
      return { params };
    },
    unknown: noPhoto,
  },
  visitReceipts: {
    good: async (server, asker) => {
      const { id } = await addPhoneVisit(server, asked(asker));
      return { query: { visits: `${id},${none}` } };
    },
    bad: { query: { visits: '-'.repeat(36) } },
  },
  giveBackTask: {
    good: async (server, asker) => {
      const { id } = await task(server, asked(asker));
      return { params: { id }, payload: { assignment_version: 0, reason: 'not_my_area' } };
    },
    unknown: {
      params: { id: 999_999_999 },
      payload: { assignment_version: 0, reason: 'not_my_area' },
    },
    foreign: async (server) => {
      const { id } = await addApplicant(server.db);
      const payload = { assignment_version: 0, reason: 'on_leave' };
      return { request: { params: { id }, payload }, status: 404 };
    },
    bad: { params: { id: 1 }, payload: { assignment_version: 0, reason: 'rain' } },
    audit: 'applicant.give_back',
    changes: 'applicants',
  },
  registerDevice: {
    good: async () => ({
      payload: { device_id: randomUUID(), public_key: publicKey(), label: 'Redmi 9A' },
    }),
    bad: { payload: { device_id: randomUUID(), public_key: 'QUJD', label: 'Redmi 9A' } },
    audit: 'user.add_device',
    changes: 'devices',
  },
  serverKey: {
    good: async ({ platform }) => {
      // The key is made when it is first asked for.
      await readRecipient(platform);
      return {};
    },
  },
};
