import {
  asAssigned,
  makeAdmins,
  makeAgents,
  makeApplicants,
  makeVerifications,
  portfolioRows,
  superAdmin,
} from './foreign-records.ts';
import type { SectionSevenCall } from './section-seven.ts';

interface Answer {
  status?: number;
  json?: unknown;
  pdf?: string;
}
interface Asked {
  id: string;
  query: Record<string, string>;
  body: unknown;
}

const pageSize = 10;
const done = (message: string): Answer => ({ json: { success: true, message } });
export const missing: Answer = { status: 404, json: { detail: 'Not found.' } };
const pdf: Answer = { pdf: '%PDF-1.4\n%%EOF\n' };

/** The answers have the shapes that section 7 of the specification gives. */
export function makeAnswers() {
  let agents = makeAgents();
  let admins = makeAdmins();
  let applicants = makeApplicants();
  const verifications = makeVerifications();

  const answers: Record<SectionSevenCall, (asked: Asked) => Answer> = {
    'POST /api/v1/auth/login/': () => {
      const tokens = { access_token: 'access-1', refresh_token: 'refresh-1' };
      return { json: { success: true, message: 'Welcome', user: superAdmin, tokens } };
    },
    'POST /api/v1/auth/register/': ({ body }) => {
      const { name, email, phone } = body as Record<string, string>;
      return { json: { message: 'Account created', user: { full_name: name, email, phone } } };
    },
    'POST /api/v1/password-reset/': () => ({ json: { message: 'Password changed' } }),

    'GET /api/v1/applicants/': ({ query }) => {
      const wanted = query.search ?? '';
      const page = Number(query.page ?? 1);
      const found = applicants.filter(({ application_id }) => application_id.includes(wanted));
      const results = found.slice((page - 1) * pageSize, page * pageSize);
      if (results.length === 0 && page > 1) return missing;
      return { json: { results, count: found.length, next: null, previous: null } };
    },
    'GET /api/v1/applicants/{id}/': ({ id }) => found(applicants, id),
    'PATCH /api/v1/applicants/{id}/': ({ id, body }) => {
      const { assigned_agent_name } = body as Record<string, string>;
      const agent = agents.find(({ name }) => name === assigned_agent_name);
      if (!agent) return { status: 400, json: { detail: `No agent ${assigned_agent_name}` } };
      const assigned_agent = asAssigned(agent);
      applicants = applicants.map((one) => (one.id === id ? { ...one, assigned_agent } : one));
      return found(applicants, id);
    },
    'DELETE /api/v1/applicants/{id}/': ({ id }) => {
      applicants = applicants.filter((one) => one.id !== id);
      return done('Applicant removed');
    },
    'POST /api/v1/bulk/bulk-upload/': () => {
      const counts = { total_records: 3, successful: 2, failed: 1 };
      const failed_records = [{ row: 4, name: 'Asha', errors: ['Pin code is wrong'] }];
      const summary = { ...counts, timestamp: '2026-03-05T05:00:00Z' };
      return { json: { success: true, summary, failed_records } };
    },
    'GET /api/v1/applicants/portfolio-summary/': () => ({ json: portfolioRows }),

    'GET /api/v1/users': () => ({
      json: { success: true, users: agents, total_count: agents.length },
    }),
    'GET /api/v1/users/{id}': ({ id }) => {
      const agent = agents.find((one) => one.id === id);
      const admin = admins.find((one) => one.id === id);
      if (admin) return { json: { success: true, user: admin } };
      if (!agent) return missing;
      // Section 3 of the specification has no is_active in the details of an agent.
      const { is_active: _, ...user } = agent;
      const images = { pan_card_image_url: '/media/lost.jpg', aadhar_card_images: [] };
      return { json: { success: true, user: { ...user, ...images } } };
    },
    'PATCH /api/v1/users/{id}': ({ id, body }) => {
      const changes = body as Partial<(typeof agents)[number]>;
      agents = agents.map((one) => (one.id === id ? { ...one, ...changes } : one));
      admins = admins.map((one) => (one.id === id ? { ...one, ...changes } : one));
      return { json: { success: true } };
    },
    'GET /api/v1/users/': () => ({ json: { users: admins, total_count: admins.length } }),
    'DELETE /api/v1/users/{id}/': ({ id }) => {
      agents = agents.filter((one) => one.id !== id);
      admins = admins.filter((one) => one.id !== id);
      return { status: 204 };
    },

    'GET /api/v1/verification_tasks/': () => ({
      json: { results: verifications, count: verifications.length },
    }),
    'GET /api/v1/verification_tasks/{id}': ({ id }) => {
      const verification = verifications.find((one) => one.verification_id === id);
      return verification ? { json: verification } : missing;
    },
    'GET /api/v1/verification_tasks/lookup-by-application-id/': () => missing,
    'POST /api/v1/verification_tasks/{id}/admin-decision/': ({ id, body }) => {
      const { decision } = body as { decision: string };
      for (const one of verifications)
        if (one.verification_id === id) one.admin_decision = decision;
      return done('Decision noted');
    },
    'POST /api/v1/pdf-generator/simple-generate/': () => pdf,
    'POST /api/v1/pdf-generator/generate_pdf/': () => pdf,
  };

  return answers;
}

function found(records: readonly { id: string }[], id: string): Answer {
  const record = records.find((one) => one.id === id);
  return record ? { json: record } : missing;
}
