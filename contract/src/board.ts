import * as z from 'zod/mini';
import { defineEndpoint } from './wire/endpoint.ts';

/** Work that needs attention. `first` has the three oldest records. */
const Attention = z.object({
  count: z.number(),
  first: z.array(
    z.object({
      applicant_id: z.number(),
      applicant: z.string(),
      /** Null if the record is not a verification. */
      verification_id: z.nullable(z.number()),
      /**
       * When the visit or message arrived, the task was given back, or the verification was submitted. For
       * late work, the due time.
       */
      at: z.string(),
    }),
  ),
});
export type Attention = z.infer<typeof Attention>;

/**
 * An agent who is active or has open tasks. The list is sorted by late tasks, then tasks due today, then
 * open tasks.
 */
const BoardAgent = z.object({
  id: z.number(),
  name: z.string(),
  is_active: z.boolean(),
  open: z.number(),
  visited_today: z.number(),
  /** The number of visits that lack a photo or the signature. */
  to_send: z.number(),
  /** When the agent last used an open session. Null without an open session. */
  last_seen: z.nullable(z.string()),
  /** Open tasks that are due today and not late yet. Like `late`, absent if there is no lender. */
  due_today: z.optional(z.number()),
  late: z.optional(z.number()),
});
export type BoardAgent = z.infer<typeof BoardAgent>;

const BoardLender = z.object({
  id: z.number(),
  name: z.string(),
  in_today: z.number(),
  /** The number of clocks that stopped today. `in_time_today` counts those that stopped in time. */
  done_today: z.number(),
  in_time_today: z.number(),
  late: z.number(),
  /** Clocks that are paused until the lender answers a question. */
  questions: z.number(),
  /** The oldest applicant that is not decided and not withdrawn. */
  oldest: z.nullable(
    z.object({ applicant_id: z.number(), applicant: z.string(), created_at: z.string() }),
  ),
});
export type BoardLender = z.infer<typeof BoardLender>;

/** The state of all open work. Days are in the provider's time zone. */
export const Board = z.object({
  unassigned: z.number(),
  /** Applicants that are assigned and not visited. */
  out: z.number(),
  to_review: z.number(),
  callbacks: z.optional(z.number()),
  /**
   * Second looks that no reviewer has given yet, and second looks whose two decisions differ. Absent if there
   * is no lender.
   */
  second_looks: z.optional(z.number()),
  /**
   * The number of running clocks with at most two hours of working time left. Like `late`, absent if there
   * is no lender.
   */
  due_soon: z.optional(z.number()),
  late: z.optional(z.number()),
  attention: z.object({
    held: Attention,
    given_back: Attention,
    /**
     * Verifications that wait on the review desk for their first decision, and have a serious finding that
     * was not dismissed.
     */
    serious: Attention,
    late: z.optional(Attention),
    /** Applicants with a message of an agent that no admin has read. */
    messages: z.optional(Attention),
  }),
  agents: z.array(BoardAgent),
  lenders: z.array(BoardLender),
});
export type Board = z.infer<typeof Board>;

/**
 * A server process reads the board from the database at most ten times a second, and all waiting callers get
 * this answer. No answer is older than its request.
 */
export const getBoard = defineEndpoint({
  method: 'GET',
  path: '/api/v1/board/',
  access: 'admin',
  response: Board,
});
