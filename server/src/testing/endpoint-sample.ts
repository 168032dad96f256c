import { addVerificationRow } from './submission.ts';
import { addApplicant, addUser, type TestApp, type Visitor } from './test-app.ts';

/** The request to an endpoint. */
export interface SampleRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  payload?: object | Buffer;
  headers?: Record<string, string>;
}

/** Valid and invalid requests to an endpoint; each has its own records. */
export interface Sample {
  /** Makes a request that succeeds for a caller with the right. */
  good: (server: TestApp, asker: Visitor | undefined) => Promise<SampleRequest>;
  /** For a record that doesn't exist: a 404. */
  unknown?: SampleRequest;
  /** For a record that exists but that the caller can't reach, and the rejection. */
  foreign?: (server: TestApp) => Promise<{ request: SampleRequest; status: 403 | 404 }>;
  /** With invalid input: a 400. */
  bad?: SampleRequest;
  /** The audit row that records it, as `subject.action`. */
  audit?: string;
  /** The table that it changes. */
  changes?: string;
}

/** A request without input. */
export const nothing = async () => ({});
/** A record that doesn't exist. */
export const none = { params: { id: 999_999_999 } };
export const noUuid = '00000000-0000-4000-8000-000000000000';

let numbers = 0;
export const next = () => {
  numbers += 1;
  return numbers;
};

export const applicant = async ({ db }: TestApp) => ({
  params: { id: (await addApplicant(db)).id },
});
export const visited = async ({ db }: TestApp) =>
  addVerificationRow(db, (await addUser(db, 'agent')).id, {});
export const verification = async (server: TestApp) => ({
  params: { id: (await visited(server)).id },
});
export const asked = (asker: Visitor | undefined): Visitor => {
  if (!asker) throw new Error('Needs someone who asks');
  return asker;
};
