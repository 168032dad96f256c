import * as z from 'zod/mini';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { TaskMessage } from '../messages.ts';
import { Note } from '../text/note.ts';
import { ApplicationDetails } from '../verifications.ts';
import { Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Sha256, text, Uuid } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';
import { AgentCall } from './calls.ts';
import { giveBackReasons } from './give-back.ts';
import { heldReasons } from './held.ts';
import { photoSubjects } from './manifest.ts';
import { visitOutcomes } from './outcomes.ts';

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const base64 = (max: number) => text(max).check(z.base64());

/** A phone that the agent uses: the public half of its key (ECDSA P-256, SPKI), and its label. */
export const registerDevice = defineEndpoint({
  method: 'POST',
  path: '/api/v1/agent/devices/',
  access: 'agent',
  body: z.strictObject({
    device_id: Uuid,
    public_key: base64(1_000),
    label: text(200).check(z.trim(), z.minLength(1)),
  }),
  response: Outcome,
  status: 201,
});

/** The key with which a phone encrypts finished visits: an age recipient (X25519). */
export const serverKey = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/server-key/',
  access: 'agent',
  response: z.object({ recipient: z.string() }),
});

/** The rough area of past visits to a pin code. Rounded to about a kilometre, so it is no address. */
const UsualArea = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** Most visits were within this distance, in metres. */
  radius_m: z.number(),
});
export type UsualArea = z.infer<typeof UsualArea>;

/** A task as a phone stores it. */
export const AgentTask = z.extend(ApplicationDetails, {
  /** Changes with everything that a phone shows of the task. */
  revision: z.string(),
  assignment_version: z.number(),
  assigned_at: z.nullable(z.string()),
  /** Null without a lender's rule, and while the clock is not running. */
  due_at: z.nullable(z.string()),
  /** Where visits to its pin code usually are; null before there were enough. */
  usual_area: z.optional(z.nullable(UsualArea)),
  /** Earlier visits that did not end the task, oldest first. */
  attempts: z.array(
    z.object({
      outcome: z.enum(visitOutcomes),
      at: z.string(),
      try_again_at: z.nullable(z.string()),
      by: z.string(),
    }),
  ),
  /** The latest calls to the applicant, also by earlier agents, oldest first; absent if the backend stores none. */
  calls: z.optional(z.array(AgentCall)),
  /** Other contact points of the same application. */
  related: z.array(
    z.object({ applicant_type: z.string(), visit_type: z.string(), name: z.string() }),
  ),
  /** The latest messages between the office and this agent, oldest first. Absent if there are none. */
  messages: z.optional(z.array(TaskMessage)),
  /** Set while the office waits for the visit to be repeated. */
  sent_back: z.nullable(
    z.object({
      at: z.string(),
      reasons: z.array(z.string()),
      note: z.string(),
      photos_wanted: z.array(z.enum(photoSubjects)),
    }),
  ),
});
export type AgentTask = z.infer<typeof AgentTask>;

/** Why a task on a phone no longer belongs to its agent. */
export const goneReasons = ['reassigned', 'visited', 'deleted', 'given_back', 'closed'] as const;

/**
 * The differences from what a phone has: new and changed tasks, and those that are gone. `known` lists what
 * it has, `id-revision` separated by commas; without it every task is sent.
 */
export const taskChanges = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/task-changes/',
  access: 'agent',
  query: z.object({
    known: z._default(
      text(12_500).check(z.regex(/^(\d{1,15}-[0-9a-f]{8}(,\d{1,15}-[0-9a-f]{8}){0,499})?$/)),
      '',
    ),
  }),
  response: z.object({
    tasks: z.array(AgentTask),
    gone: z.array(
      z.object({
        applicant_id: z.number(),
        because: z.enum(goneReasons),
        at: z.nullable(z.string()),
        /** The colleague who has it now, or who did it. */
        by: z.nullable(z.string()),
      }),
    ),
    server_time: z.string(),
    /** The app's minimum version for beginning visits; an older one can still finish and send what it has. */
    least_app_version: z.optional(z.string()),
    /** The language of the account; null until one was chosen. */
    language: z.optional(z.nullable(z.enum(languages))),
    /** The agency's name, as it stands in words of consent. */
    agency: z.optional(z.string()),
  }),
});

/**
 * Sets the language of the agent's app. The last choice wins: an older one than the stored one changes nothing. The
 * answer has the language that counts now.
 */
export const changeLanguage = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/agent/language/',
  access: 'agent',
  body: z.strictObject({ language: z.enum(languages), chosen_at: Moment }),
  response: z.object({ language: z.enum(languages) }),
});

/** `waiting_photos` until all have arrived; `held`: waits for an admin. */
export const visitStates = ['waiting_photos', 'received', 'held'] as const;

/**
 * A visit without its photos. `manifest` is the text of a {@link VisitManifest}; `envelope` is the same
 * request, as JSON, encrypted with the server's key. A repetition gets the visit's current state.
 */
export const sendVisit = defineEndpoint({
  method: 'POST',
  path: '/api/v1/agent/visits/',
  access: 'agentSending',
  body: z.union([
    z.strictObject({
      manifest: text(200_000),
      signature: z.nullable(base64(200)),
      device_id: z.nullable(Uuid),
    }),
    z.strictObject({ envelope: base64(400_000) }),
  ]),
  response: z.object({
    visit_id: z.string(),
    state: z.enum(visitStates),
    /** SHA-256 of the photos that are missing, and of the signature. */
    missing: z.array(z.string()),
    held_because: z.nullable(z.enum(heldReasons)),
  }),
});

const photoParams = z.object({ id: Uuid, sha256: Sha256 });

/**
 * Bytes of a photo or signature that a visit names, or of its envelope: from `Upload-Offset` on, of `Upload-Length` in
 * total. Bytes that arrive before a break are stored. The answer contains their number.
 */
export const sendPhoto = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/agent/visits/:id/photos/:sha256/',
  access: 'agentSending',
  params: photoParams,
  request: 'bytes',
  response: z.object({
    state: z.enum(['stored', 'part']),
    offset: z.int().check(z.lte(limits.photoMaxBytes + 65_536)),
  }),
});

/** How much of a photo has arrived: headers `Upload-Offset` and `Upload-Complete` (`?1` once it is stored). */
export const photoProgress = defineEndpoint({
  method: 'HEAD',
  path: '/api/v1/agent/visits/:id/photos/:sha256/',
  access: 'agentSending',
  params: photoParams,
  reply: 'empty',
  response: z.unknown(),
  status: 204,
});

/** The possible results of a visit. */
export const receiptStates = [
  ...visitStates,
  'unknown',
  'set_aside',
  'sent_back',
  'decided',
] as const;

/** The results of visits that this agent sent; those that the server never received are `unknown`. */
export const visitReceipts = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/receipts/',
  access: 'agentSending',
  query: z.object({
    visits: text(1_850).check(
      z.regex(new RegExp(`^${uuid}(,${uuid}){0,49}$`), 'visits must be visit ids'),
    ),
  }),
  response: z.object({
    receipts: z.array(
      z.object({
        visit_id: z.string(),
        state: z.enum(receiptStates),
        held_because: z.nullable(z.enum(heldReasons)),
        /**
         * The colleague who has the task now or has visited, if the visit is held for that reason. Null if the same
         * agent visited with another phone.
         */
        colleague: z.nullable(z.string()),
        at: z.nullable(z.string()),
      }),
    ),
  }),
});

/**
 * Gives a task back to the office, unassigned. 409 `already_reassigned` if the assignment has changed. The reason
 * `no_answer` is a 409 `too_few_calls` until the server has three calls without an answer: send the calls first.
 */
export const giveBackTask = defineEndpoint({
  method: 'POST',
  path: '/api/v1/agent/tasks/:id/give-back/',
  access: 'agent',
  params: z.object({ id: Id }),
  body: z.strictObject({
    assignment_version: z.int().check(z.gte(0)),
    reason: z.enum(giveBackReasons),
    note: Note,
  }),
  response: Outcome,
});
