import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { agentsWorkEndpoints } from '@doorstep/contract/wire/endpoint-list/agents-work';
import { readRecipient } from '../../domain/secrets/server-key.ts';
import { asked, nothing, noUuid, type Sample } from '../endpoint-sample.ts';
import { submission } from '../submission.ts';
import { addApplicant, signIn, type TestApp, type Visitor } from '../test-app.ts';
import { callOf } from '../visits/call.ts';
import { addPhoneVisit, manifestOf, photoOf, unsignedVisit } from '../visits/phone-visit.ts';

const noPhoto = { params: { id: noUuid, sha256: '0'.repeat(64) } };

const task = ({ db }: TestApp, agent: Visitor) =>
  addApplicant(db, { assigned_agent_id: agent.user.id });
const othersTask = async (server: TestApp) => task(server, await signIn(server, 'agent'));
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

export const agentsWorkSamples: Record<keyof typeof agentsWorkEndpoints, Sample> = {
  listAgentTasks: { good: nothing, bad: { query: { page: '0' } } },
  submitVerification: {
    good: async (server, asker) => {
      const agent = asked(asker);
      const { application_id } = await task(server, agent);
      const { payload, headers } = await submission(agent, { application_id });
      return { payload, headers: without(headers, 'authorization') };
    },
    foreign: async (server) => {
      const other = await signIn(server, 'agent');
      const { application_id } = await task(server, other);
      const { payload, headers } = await submission(other, { application_id });
      return {
        request: { payload, headers: without(headers, 'authorization') },
        status: 404,
      };
    },
    audit: 'verification.create',
    changes: 'verifications',
  },
  taskChanges: {
    good: async () => ({ query: { known: '1-0a1b2c3d' } }),
    bad: { query: { known: 'all' } },
  },
  sendVisit: {
    good: async (server, asker) => {
      const { id } = await task(server, asked(asker));
      return { payload: unsignedVisit(manifestOf({ applicant_id: id })) };
    },
    unknown: { payload: unsignedVisit(manifestOf({ applicant_id: 999_999_999 })) },
    foreign: async (server) => {
      const { id } = await othersTask(server);
      return { request: { payload: unsignedVisit(manifestOf({ applicant_id: id })) }, status: 404 };
    },
    bad: { payload: unsignedVisit({}) },
    audit: 'verification.create',
    changes: 'visits',
  },
  sendCall: {
    good: async (server, asker) => {
      const { id } = await task(server, asked(asker));
      return { params: { id }, payload: callOf() };
    },
    unknown: { params: { id: 999_999_999 }, payload: callOf() },
    foreign: async (server) => {
      const { id } = await othersTask(server);
      return { request: { params: { id }, payload: callOf() }, status: 404 };
    },
    bad: { params: { id: 1 }, payload: { ...callOf(), result: 'appointment' } },
    audit: 'applicant.call',
    changes: 'calls',
  },
  sendPhoto: {
    good: async (server, asker) => {
      const { params, bytes } = await photoSent(server, asked(asker));
      return { params, payload: bytes, headers: octets };
    },
    unknown: { ...noPhoto, payload: Buffer.from('bytes'), headers: octets },
    foreign: async (server) => {
      const { params, bytes } = await photoSent(server, await signIn(server, 'agent'));
      return { request: { params, payload: bytes, headers: octets }, status: 404 };
    },
    audit: 'verification.photos_received',
    changes: 'photos',
  },
  photoProgress: {
    good: async (server, asker) => {
      const { params } = await photoSent(server, asked(asker));
      return { params };
    },
    unknown: noPhoto,
    foreign: async (server) => {
      const { params } = await photoSent(server, await signIn(server, 'agent'));
      return { request: { params }, status: 404 };
    },
  },
  visitReceipts: {
    good: async (server, asker) => {
      const { id } = await addPhoneVisit(server, asked(asker));
      return { query: { visits: `${id},${noUuid}` } };
    },
    bad: { query: { visits: '-'.repeat(36) } },
  },
  getOwnVisit: {
    good: async (server, asker) => {
      const { id } = await addPhoneVisit(server, asked(asker));
      return { params: { id } };
    },
    unknown: { params: { id: noUuid } },
    foreign: async (server) => {
      const { id } = await addPhoneVisit(server, await signIn(server, 'agent'));
      return { request: { params: { id } }, status: 404 };
    },
  },
  getAgentCard: { good: nothing },
  getOwnWeek: {
    good: async (server, asker) => {
      await addPhoneVisit(server, asked(asker));
      return {};
    },
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
      const { id } = await othersTask(server);
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
  changeLanguage: {
    good: async () => ({ payload: { language: 'mr', chosen_at: '2026-11-20T04:30:00Z' } }),
    bad: { payload: { language: 'xx', chosen_at: '2026-11-20T04:30:00Z' } },
    audit: 'user.change_language',
    changes: 'users',
  },
  serverKey: {
    good: async ({ platform }) => {
      // Creates the key before the request, because the test fails if a GET changes the database.
      await readRecipient(platform);
      return {};
    },
  },
};

function without(headers: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
}
