import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Applicant } from '@doorstep/contract/applicants';
import type { Visit } from '@doorstep/contract/visits/visit';
import { expect } from '@playwright/test';
import { insist } from './busy-server.ts';
import { demoPassword, signInByCall } from './sign-in.ts';

const fixtures = new URL('../../server/fixtures/photos/', import.meta.url);

export interface Office {
  ask<T>(method: string, path: string, body?: object | FormData): Promise<T>;
  /** Registers an agent. For each of `visitTypes`, assigns a pending applicant of this type to the agent. */
  hire<const Types extends readonly string[]>(
    name: string,
    ...visitTypes: Types
  ): Promise<{ email: string; tasks: { [Key in keyof Types]: Applicant } }>;
  assign(applicantId: number, name: string): Promise<void>;
  /**
   * Sends a visit with a positive observation and photos from `server/fixtures/photos`. Returns the id of the
   * verification.
   */
  submit(applicantId: number, photos?: string[], facts?: object): Promise<number>;
  visitsTo(applicantId: number): Promise<Visit[]>;
  download(path: string): Promise<Buffer>;
}

export async function openOffice(
  address: string,
  email = 'superadmin@doorstep.test',
): Promise<Office> {
  // The milliseconds after which the office signs in again. The server ends an access token after 15
  // minutes, and a long test takes longer.
  const renewMs = 10 * 60_000;
  let bearer = await signInByCall(address, email);
  let signedInAt = Date.now();
  const signedIn = async () => {
    if (Date.now() - signedInAt > renewMs) {
      bearer = await signInByCall(address, email);
      signedInAt = Date.now();
    }
    return bearer;
  };
  const ask: Office['ask'] = async <T>(method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    // The key makes a repeated POST idempotent.
    const headers = {
      ...(await signedIn()),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    };
    const answer = await insist(`${method} ${path}`, () =>
      fetch(address + path, {
        ...{ method, headers },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      }),
    );
    return (await answer.json()) as T;
  };
  const takeOne = async (free: readonly Applicant[], assigned_agent_name: string) => {
    let refusal = 'The demo has no pending applicant of this type left.';
    for (const one of free) {
      const { id, updated_at } = one;
      const request = {
        method: 'PATCH',
        headers: { ...(await signedIn()), 'content-type': 'application/json' },
        body: JSON.stringify({ assigned_agent_name, updated_at }),
      };
      const path = `${address}/api/v1/applicants/${id}/`;
      const taken = await insist(`PATCH ${path}`, () => fetch(path, request), 409);
      if (taken.ok) return one;
      refusal = await taken.text();
    }
    throw new Error(`No applicant could be assigned to ${assigned_agent_name}: ${refusal}`);
  };
  const assign = async (id: number, assigned_agent_name: string) =>
    void (await ask('PATCH', `/api/v1/applicants/${id}/`, { assigned_agent_name }));

  return {
    ask,
    assign,
    hire: async (name, ...visitTypes) => {
      // The email must be unique, because journeys in two processes share one server.
      const number = randomInt(100_000_000);
      const email = `agent${number}@hired.test`;
      const phone = String(9_100_000_000 + number);
      await ask('POST', '/api/v1/auth/register/', { name, email, phone, password: demoPassword });
      const { results } = await ask<{ results: Applicant[] }>(
        'GET',
        '/api/v1/applicants/?status=pending&page_size=100',
      );
      const tasks: Applicant[] = [];
      for (const type of visitTypes) {
        const free = results.filter((one) => one.visit_type === type && !tasks.includes(one));
        tasks.push(await takeOne(free, name));
      }
      return { email, tasks: tasks as never };
    },
    download: async (path) => {
      const answer = await fetch(new URL(path, address), { headers: await signedIn() });
      return Buffer.from(await answer.arrayBuffer());
    },
    submit: async (applicant_id, photos = ['house.jpg'], facts = {}) => {
      const form = new FormData();
      const fields = { applicant_id, overall_observation: 'positive', ...facts };
      for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
      for (const name of photos) {
        const photo = await readFile(new URL(name, fixtures));
        form.append('photos', new File([photo], name, { type: 'image/jpeg' }));
      }
      const path = '/api/v1/verification_tasks/';
      const sent = await ask<{ verification_id: number; image_count: number }>('POST', path, form);
      expect(sent.image_count).toBe(photos.length);
      return sent.verification_id;
    },
    visitsTo: async (id) =>
      (await ask<{ results: Visit[] }>('GET', `/api/v1/applicants/${id}/visits/`)).results,
  };
}
