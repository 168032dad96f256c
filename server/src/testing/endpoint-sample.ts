import { addVerificationRow } from './submission.ts';
import { addApplicant, addUser, type TestApp, type Visitor } from './test-app.ts';

export interface SampleRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  payload?: object | Buffer;
  headers?: Record<string, string>;
}

export interface Sample {
  good: (server: TestApp, asker: Visitor | undefined) => Promise<SampleRequest>;
  /** A request for a record that doesn't exist. The answer is a 404. */
  unknown?: SampleRequest;
  /** Makes a request for a record that exists but that the caller can't reach. `status` is the expected status. */
  foreign?: (server: TestApp) => Promise<{ request: SampleRequest; status: 403 | 404 }>;
  /** A request with invalid input. The answer is a 400. */
  bad?: SampleRequest;
  /** The audit row that records the request, as `subject.action`. */
  audit?: string;
  changes?: string;
}

export const nothing = async () => ({});
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
