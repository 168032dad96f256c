import { addVerificationRow } from './submission.ts';
import {
  addApplicant,
  addUser,
  type Role,
  signIn,
  type TestApp,
  type Visitor,
} from './test-app.ts';

export interface SampleRequest {
  /** The path parameters. A missing one is sent as 1. */
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  payload?: object | Buffer;
  headers?: Record<string, string>;
}

type Make = (server: TestApp, asker: Visitor) => Promise<SampleRequest>;

export interface Sample {
  good: Make;
  /** A request for a record that doesn't exist. The answer is a 404. */
  unknown?: SampleRequest;
  /** Makes a request for a record that exists but that the caller can't reach. `status` is the expected status. */
  foreign?: (server: TestApp) => Promise<{ request: SampleRequest; status: 403 | 404 }>;
  /** A request with invalid input. The answer is a 400. */
  bad?: SampleRequest;
  /** The event of the audit row that records the request, such as `user.register`. */
  audit?: string;
  changes?: string;
}

export const nothing = { good: async () => ({}) };
export const none = { params: { id: 999_999_999 } };
export const noUuid = '00000000-0000-4000-8000-000000000000';

/** Returns a sample whose payload refers to no record. `bad` is an invalid payload. */
export const sending = (payload: () => object, bad: object) => ({
  good: async () => ({ payload: payload() }),
  bad: { payload: bad },
});

/**
 * Returns a request about a record that `make` adds, and the same request about an id that doesn't exist.
 * `bad` is an invalid payload.
 */
export function about(make: Make, payload?: object | (() => object), bad?: object) {
  const sent = () => payload && { payload: typeof payload === 'function' ? payload() : payload };
  return {
    good: async (server: TestApp, asker: Visitor) => ({
      ...(await make(server, asker)),
      ...sent(),
    }),
    unknown: { ...none, ...sent() },
    ...(bad && { bad: { payload: bad } }),
  };
}

/** Returns a request about a record of the caller, and the same request about a record of another user. */
export const aboutOwn = (make: Make, role: Role = 'agent') => ({
  good: make,
  foreign: async (server: TestApp) => ({
    request: await make(server, await signIn(server, role)),
    status: 404 as const,
  }),
});

let numbers = 0;
export const next = () => {
  numbers += 1;
  return numbers;
};

export const agent = async ({ db }: TestApp) => ({
  params: { id: (await addUser(db, 'agent')).id },
});
export const applicant = async ({ db }: TestApp) => ({
  params: { id: (await addApplicant(db)).id },
});
export const visited = async ({ db }: TestApp) =>
  addVerificationRow(db, (await addUser(db, 'agent')).id);
export const verification = async (server: TestApp) => ({
  params: { id: (await visited(server)).id },
});
