import { readRow, readRows } from './rows.ts';
import { type Submission, submission, submit } from './submission.ts';
import { addApplicant, signIn, startSharedApp } from './test-app.ts';

/** Starts a server with two agents and an admin, and returns functions that submit visits. */
export async function startSubmitting() {
  const running = await startSharedApp();
  const { db } = running;
  const agent = await signIn(running, 'agent');
  return {
    running,
    agent,
    other: await signIn(running, 'agent'),
    admin: await signIn(running, 'admin'),
    assigned: (to = agent, more: Parameters<typeof addApplicant>[1] = {}) =>
      addApplicant(db, { assigned_agent_id: to.user.id, ...more }),
    send: async (sent: Submission, by = agent) => {
      const answer = await submit(running, by, sent);
      return { status: answer.statusCode, body: answer.json() };
    },
    /** Sends a form whose parts have the order of the arguments. */
    sendParts: async (...parts: [name: string, value: string | Buffer][]) => {
      const form = new FormData();
      for (const [name, value] of parts) {
        if (typeof value === 'string') form.append(name, value);
        else form.append(name, new Blob([new Uint8Array(value)]), 'photo.jpg');
      }
      const encoded = new Response(form);
      const { headers, ...request } = await submission(agent, {});
      const type = encoded.headers.get('content-type') ?? '';
      return running.app.inject({
        ...{ ...request, headers: { ...headers, 'content-type': type } },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
    },
    visitsOf: (applicant_id: number) => readRows(db, 'verifications', { applicant_id }),
    statusOf: async (id: number) => (await readRow(db, 'applicants', { id })).status,
  };
}

/** The answer if another submission has used the idempotency key. */
export const keyTaken = { status: 409, body: { code: 'idempotency_key_taken' } };
