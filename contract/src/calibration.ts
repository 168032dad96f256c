import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';
import { Id } from './wire/paging.ts';

export const calibrationRules = {
  /** The months of an answer, the current one included. */
  months: 12,
  /** A figure that stands on fewer cases is null: it would say too little. */
  leastCases: 20,
} as const;

/** From 0 to 1; null if there were too few cases to compute it. */
const share = z.nullable(z.number());

const figures = {
  /**
   * Cohen's kappa of the person and the other reviewer in random second looks, with its 95 % interval. An
   * agent's observation is compared with the second decision. Null if there are too few cases, or if one
   * answer alone was ever given.
   */
  agreement: z.object({ cases: z.number(), kappa: share, low: share, high: share }),
  /** Send-backs among the cases decided or sent back; of an agent, among the visits. */
  sent_back: z.object({ cases: z.number(), share }),
  /** Findings that the person dismissed, and the share that was right after all; of an agent, in their visits. */
  dismissed: z.object({ cases: z.number(), share }),
  /** Calls that reached the person met, and the share that confirmed the visit. */
  callbacks: z.object({ cases: z.number(), share }),
  /** The median of the seconds on the desk; of an agent, at the door. */
  time: z.object({ cases: z.number(), seconds: z.nullable(z.number()) }),
};
export type Figures = z.infer<typeof Figures>;
const Figures = z.object(figures);

/** A person's quality of work: of all months together, and of each, the oldest first. */
export const Calibration = z.object({
  user: z.object({ id: z.number(), name: z.string(), is_admin: z.boolean() }),
  ...figures,
  months: z.array(z.object({ month: z.string(), ...figures })),
});
export type Calibration = z.infer<typeof Calibration>;

/** Returns the caller's own figures. */
export const ownCalibration = defineEndpoint({
  method: 'GET',
  path: '/api/v1/calibration/',
  access: 'session',
  response: Calibration,
});

/** Returns the figures of an admin or agent. */
export const calibrationOf = defineEndpoint({
  method: 'GET',
  path: '/api/v1/calibration/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: Calibration,
});
