import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { agentsWorkEndpoints } from '@doorstep/contract/wire/endpoint-list/agents-work';
import { readRecipient } from '../../domain/secrets/server-key.ts';
import { aboutOwn, none, nothing, noUuid, type Sample, sending } from '../endpoint-sample.ts';
import { submission } from '../submission.ts';
import { addApplicant, type TestApp, type Visitor } from '../test-app.ts';
import { callOf } from '../visits/call.ts';
import { addPhoneVisit, manifestOf, photoOf, unsignedVisit } from '../visits/phone-visit.ts';

const task = ({ db }: TestApp, { user }: Visitor) =>
  addApplicant(db, { assigned_agent_id: user.id });
const visit = async (server: TestApp, agent: Visitor) => ({
  params: { id: (await addPhoneVisit(server, agent)).id },
});

const noPhoto = { params: { id: noUuid, sha256: '0'.repeat(64) } };
const headers = { 'content-type': 'application/octet-stream' };
async function announcedPhoto(server: TestApp, agent: Visitor) {
  const [photo, payload] = await photoOf('sienna');
  const { id } = await addPhoneVisit(server, agent, [photo]);
  return { params: { id, sha256: photo.sha256 }, payload, headers };
}

const giveBack = (reason = 'not_my_area') => ({ assignment_version: 0, reason });
const publicKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    .publicKey.export({ format: 'der', type: 'spki' })
    .toString('base64');
const device = (public_key: string) => ({ device_id: randomUUID(), public_key, label: 'Redmi 9A' });
const chosen = (language: string) => ({ language, chosen_at: '2026-11-20T04:30:00Z' });

export const agentsWorkSamples: Record<keyof typeof agentsWorkEndpoints, Sample> = {
  listAgentTasks: { ...nothing, bad: { query: { page: '0' } } },
  submitVerification: {
    ...aboutOwn(async (server, agent) => {
      const { application_id } = await task(server, agent);
      const sent = await submission(agent, { application_id });
      const { authorization: _, ...without } = sent.headers;
      return { payload: sent.payload, headers: without };
    }),
    ...{ audit: 'verification.create', changes: 'verifications' },
  },
  taskChanges: {
    good: async () => ({ query: { known: '1-0a1b2c3d' } }),
    bad: { query: { known: 'all' } },
  },
  sendVisit: {
    ...aboutOwn(async (server, agent) => {
      const { id } = await task(server, agent);
      return { payload: unsignedVisit(manifestOf({ applicant_id: id })) };
    }),
    unknown: { payload: unsignedVisit(manifestOf({ applicant_id: 999_999_999 })) },
    bad: { payload: unsignedVisit({}) },
    ...{ audit: 'verification.create', changes: 'visits' },
  },
  sendCall: {
    ...aboutOwn(async (server, agent) => {
      const { id } = await task(server, agent);
      return { params: { id }, payload: callOf() };
    }),
    unknown: { ...none, payload: callOf() },
    bad: { payload: { ...callOf(), result: 'appointment' } },
    ...{ audit: 'applicant.call', changes: 'calls' },
  },
  sendPhoto: {
    ...aboutOwn(announcedPhoto),
    unknown: { ...noPhoto, payload: Buffer.from('bytes'), headers },
    ...{ audit: 'verification.photos_received', changes: 'photos' },
  },
  photoProgress: {
    ...aboutOwn(async (server, agent) => ({
      params: (await announcedPhoto(server, agent)).params,
    })),
    unknown: noPhoto,
  },
  visitReceipts: {
    good: async (server, agent) => {
      const { id } = await addPhoneVisit(server, agent);
      return { query: { visits: `${id},${noUuid}` } };
    },
    bad: { query: { visits: '-'.repeat(36) } },
  },
  getOwnVisit: { ...aboutOwn(visit), unknown: { params: { id: noUuid } } },
  getAgentCard: nothing,
  getOwnWeek: {
    good: async (server, agent) => {
      await addPhoneVisit(server, agent);
      return {};
    },
  },
  giveBackTask: {
    ...aboutOwn(async (server, agent) => {
      const { id } = await task(server, agent);
      return { params: { id }, payload: giveBack() };
    }),
    unknown: { ...none, payload: giveBack() },
    bad: { payload: giveBack('rain') },
    ...{ audit: 'applicant.give_back', changes: 'applicants' },
  },
  registerDevice: {
    ...sending(() => device(publicKey()), device('QUJD')),
    ...{ audit: 'user.add_device', changes: 'devices' },
  },
  changeLanguage: {
    ...sending(() => chosen('mr'), chosen('xx')),
    ...{ audit: 'user.change_language', changes: 'users' },
  },
  serverKey: {
    good: async ({ platform }) => {
      // Creates the key before the request, because the test fails if a GET changes the database.
      await readRecipient(platform);
      return {};
    },
  },
};
