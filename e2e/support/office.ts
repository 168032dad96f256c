import { randomInt } from 'node:crypto';
import type { Applicant } from '@doorstep/contract/applicants';
import type { Visit } from '@doorstep/contract/visits/visit';
import { insist } from './busy-server.ts';
import { demoPassword, signInByCall } from './sign-in.ts';

export interface Office {
  ask<T>(method: string, path: string, body?: object | FormData): Promise<T>;
  hire(name: string, ...visitTypes: string[]): Promise<{ email: string; tasks: Applicant[] }>;
  assign(applicantId: number, name: string): Promise<void>;
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
    }
    throw new Error('The demo has no such pending applicant left');
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
      return { email, tasks };
    },
    download: async (path) => {
      const answer = await fetch(new URL(path, address), { headers: await signedIn() });
      return Buffer.from(await answer.arrayBuffer());
    },
    visitsTo: async (id) =>
      (await ask<{ results: Visit[] }>('GET', `/api/v1/applicants/${id}/visits/`)).results,
  };
}
