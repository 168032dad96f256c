import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id } from './wire/paging.ts';

export const calibrationRules = {
  /** The number of months with figures, including the current month. */
  months: 12,
  /** The minimum number of cases. A figure with fewer cases is null, because it would not be reliable. */
  leastCases: 20,
} as const;

/** A share from 0 to 1, or a kappa from -1 to 1. Null if there are too few cases. */
const share = z.nullable(z.number());

const figures = {
  /**
   * The agreement of the user with the other reviewer in second looks that the server chose at random, as
   * Cohen's kappa with its 95 % confidence interval. For an agent, the observation is compared with the
   * second decision. Kappa is null if there are too few cases. It is also null if both gave the same single
   * answer in every case, because it is then undefined.
   */
  agreement: z.object({ cases: z.number(), kappa: share, low: share, high: share }),
  /**
   * For a reviewer: the share of send-backs among the cases that the reviewer decided or sent back. For an
   * agent: the share of the agent's verifications that were sent back.
   */
  sent_back: z.object({ cases: z.number(), share }),
  /**
   * The number of dismissed findings, and the share of them that later turned out to be right. For a
   * reviewer: the findings that the reviewer dismissed. For an agent: the dismissed findings in the agent's
   * verifications.
   */
  dismissed: z.object({ cases: z.number(), share }),
  /** The number of calls that reached the person met, and the share that confirmed the visit. */
  callbacks: z.object({ cases: z.number(), share }),
  /** The median in seconds: a reviewer's time for a case on the desk, or an agent's time at the door. */
  time: z.object({ cases: z.number(), seconds: z.nullable(z.number()) }),
};
export type Figures = z.infer<typeof Figures>;
const Figures = z.object(figures);

/** The figures at the top level cover all months together. `months` is oldest first. */
export const Calibration = z.object({
  user: z.object({ id: z.number(), name: z.string(), is_admin: z.boolean() }),
  ...figures,
  months: z.array(z.object({ month: z.string(), ...figures })),
});
export type Calibration = z.infer<typeof Calibration>;

export const ownCalibration = defineEndpoint({
  method: 'GET',
  path: '/api/v1/calibration/',
  access: 'session',
  response: Calibration,
});

export const calibrationOf = defineEndpoint({
  method: 'GET',
  path: '/api/v1/calibration/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: Calibration,
});
