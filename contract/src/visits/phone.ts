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

/** `public_key` is an ECDSA P-256 key in SPKI format. */
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

/** Returns the key with which phones encrypt finished visits: an age recipient (X25519). */
export const serverKey = defineEndpoint({
  method: 'GET',
  path: '/api/v1/agent/server-key/',
  access: 'agent',
  response: z.object({ recipient: z.string() }),
});

/**
 * The rough area of past visits to a pin code. Coordinates are rounded to about a kilometre, so that they
 * reveal no address.
 */
const UsualArea = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** The radius in metres within which most of the visits were. */
  radius_m: z.number(),
});
export type UsualArea = z.infer<typeof UsualArea>;

export const AgentTask = z.extend(ApplicationDetails, {
  /** A hash of everything that a phone shows of the task. */
  revision: z.string(),
  assignment_version: z.number(),
  assigned_at: z.nullable(z.string()),
  /** Null without a lender's rule, and while the clock is not running. */
  due_at: z.nullable(z.string()),
  /** Null until there were enough visits to the pin code. */
  usual_area: z.optional(z.nullable(UsualArea)),
  /** The attempts to visit the applicant, by all agents, in the order of their arrival at the server. */
  attempts: z.array(
    z.object({
      outcome: z.enum(visitOutcomes),
      at: z.string(),
      try_again_at: z.nullable(z.string()),
      by: z.string(),
    }),
  ),
  /** The latest calls to the applicant, by all agents, oldest first. Absent if the backend stores no calls. */
  calls: z.optional(z.array(AgentCall)),
  related: z.array(
    z.object({ applicant_type: z.string(), visit_type: z.string(), name: z.string() }),
  ),
  /** The latest messages between the office and this agent, oldest first. Absent if there are none. */
  messages: z.optional(z.array(TaskMessage)),
  /** Null unless the office has sent the last visit back and waits for another visit. */
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

export const goneReasons = ['reassigned', 'visited', 'deleted', 'given_back', 'closed'] as const;

/**
 * Returns what a phone must change in its list of tasks: new and changed tasks, and tasks that are gone.
 * `known` lists the phone's tasks as `id-revision`, separated by commas. Without `known`, the answer has
 * every task.
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
        /** The colleague who has the task now, or who visited. */
        by: z.nullable(z.string()),
      }),
    ),
    server_time: z.string(),
    /**
     * The minimum version of the app that may begin a visit. An older app can still finish and send its
     * visits.
     */
    least_app_version: z.optional(z.string()),
    /** The language of the account. Null until the agent chooses a language. */
    language: z.optional(z.nullable(z.enum(languages))),
    agency: z.optional(z.string()),
  }),
});

/**
 * Stores the language that the agent chose, unless the stored choice is newer. The answer has the stored
 * language.
 */
export const changeLanguage = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/agent/language/',
  access: 'agent',
  body: z.strictObject({ language: z.enum(languages), chosen_at: Moment }),
  response: z.object({ language: z.enum(languages) }),
});

/**
 * `waiting_photos`: a photo or the signature has not arrived yet. `held`: the visit waits for an admin. A
 * visit that an admin set aside also has the state `held` in the answer of {@link sendVisit}.
 */
export const visitStates = ['waiting_photos', 'received', 'held'] as const;

/**
 * Sends a visit without its photos. `manifest` is the text of a {@link VisitManifest}. `envelope` is the
 * same request as JSON, encrypted with the server's key. A repeated request gets the visit's current state.
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
    /** The SHA-256 of each photo that is missing, and of the signature if it is missing. */
    missing: z.array(z.string()),
    held_because: z.nullable(z.enum(heldReasons)),
  }),
});

const photoParams = z.object({ id: Uuid, sha256: Sha256 });

/**
 * Sends a photo or signature of a visit, or a part of this file. The file may be encrypted with the server's
 * key. The bytes begin at `Upload-Offset`, and `Upload-Length` is the length of the whole file. Bytes that
 * arrive before the connection breaks are stored. `offset` is the number of stored bytes.
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

/**
 * Returns how much of a photo or signature has arrived, in the headers `Upload-Offset` and `Upload-Complete`
 * (`?1` once the whole file is stored).
 */
export const photoProgress = defineEndpoint({
  method: 'HEAD',
  path: '/api/v1/agent/visits/:id/photos/:sha256/',
  access: 'agentSending',
  params: photoParams,
  reply: 'empty',
  response: z.unknown(),
  status: 204,
});

export const receiptStates = [
  ...visitStates,
  'unknown',
  'set_aside',
  'sent_back',
  'decided',
] as const;

/** Returns the results of visits that the caller sent. Any other visit is `unknown`. */
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
         * For a visit held as `reassigned`, the colleague who has the task now. For a visit held as
         * `already_visited`, the colleague who sent the applicant's latest verification. Null if there is no
         * such colleague.
         */
        colleague: z.nullable(z.string()),
        at: z.nullable(z.string()),
      }),
    ),
  }),
});

/**
 * Gives a task back to the office. Answers 409 `already_reassigned` if the assignment has changed. Answers
 * 409 `too_few_calls` if the reason is `no_answer`, but the server has fewer than three unanswered calls. A
 * phone must therefore send its calls first.
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
