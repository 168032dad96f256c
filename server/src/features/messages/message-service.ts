import { AgentMessage, type sendMessage } from '@doorstep/contract/messages';
import type { Kysely } from 'kysely';
import type * as z from 'zod/mini';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { violatedConstraint } from '../../db/database-errors.ts';
import { doOnce, type IdempotentRequest } from '../../db/idempotency-keys.ts';
import type { Database } from '../../db/schema.ts';
import { hadTask } from '../../domain/applicants.ts';
import { openEnvelope } from '../../domain/secrets/server-key.ts';
import { read } from '../../http/contract/contract-route.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { conflict, invalid, notFound, Problem, rejectAnonymised } from '../../problems.ts';
import {
  countMessages,
  findMessage,
  insertMessage,
  lockApplicant,
  noteUnread,
  readByAgent,
  readByOffice,
} from './message-store.ts';

/**
 * Records a message in the audit without its text, because texts are deleted with the applicant's data but
 * audit rows never are.
 */
const recordMessage = (db: Db, actor: Actor, applicantId: number, after: Record<string, unknown>) =>
  recordAudit(db, actor, 'message.write', applicantId, { after });

interface FromOffice {
  applicantId: number;
  agentId: number;
  adminId: number;
  text: string;
}

export function writeToAgent(
  db: Kysely<Database>,
  actor: Actor,
  { applicantId, agentId, adminId, text }: FromOffice,
  request?: IdempotentRequest,
): Promise<string> {
  return doOnce(db, request, async (trx) => {
    const applicant = await lockApplicant(trx, applicantId);
    if (!applicant) throw notFound('Applicant');
    rejectAnonymised(applicant.anonymised_at);
    const isOut = applicant.status === 'assigned';
    if (!isOut || applicant.assigned_agent_id !== agentId) {
      const holder = isOut ? applicant.holder : null;
      throw conflict(
        holder ? `Not sent: ${holder} has this task now.` : 'Not sent: no agent has this task now.',
        'not_their_task',
      );
    }
    await rejectTooMany(trx, { applicantId, agentId, authorId: adminId });
    const message = { applicant_id: applicantId, agent_id: agentId, author_id: adminId, text };
    const id = await insertMessage(trx, message);
    await recordMessage(trx, actor, applicantId, { message_id: id, agent_id: agentId });
    return id;
  });
}

type Sent = z.output<typeof sendMessage.body>;

const idTaken = () => conflict('This id was used for another message.', 'message_id_taken');

/**
 * Stores a message of an agent. If the agent has lost the task, the office still gets the message, marked as
 * late. A repeated request changes nothing.
 */
export async function receiveMessage(
  platform: Platform,
  actor: Actor,
  { applicantId, agentId, sent }: { applicantId: number; agentId: number; sent: Sent },
): Promise<{ id: string; state: 'received' | 'late' }> {
  const message = 'envelope' in sent ? await openMessage(platform, sent.envelope) : sent;
  const isLate = await platform.db
    .transaction()
    .execute(async (trx) => {
      const applicant = await lockApplicant(trx, applicantId);
      if (!applicant || !(await hadTask(trx, applicantId, agentId))) throw notFound('Task');
      const known = await findMessage(trx, message.id);
      if (known) {
        const isSame = known.applicant_id === applicantId && known.author_id === agentId;
        if (isSame && known.text === message.text) return known.is_late;
        throw idTaken();
      }
      rejectAnonymised(applicant.anonymised_at);
      await rejectTooMany(trx, { applicantId, agentId, authorId: agentId });
      const { assigned_agent_id: holder } = applicant;
      const late = holder !== agentId && { is_late: true, given_to: holder };
      const ids = { applicant_id: applicantId, agent_id: agentId, author_id: agentId };
      await insertMessage(trx, { ...message, ...ids, ...late });
      await noteUnread(trx, applicantId);
      await recordMessage(trx, actor, applicantId, {
        message_id: message.id,
        ...(late && { is_late: true, given_to_id: holder }),
      });
      return late !== false;
    })
    .catch((error: unknown) => {
      // Another applicant's message with this id arrived at the same time.
      throw violatedConstraint(error) === 'messages_pkey' ? idTaken() : error;
    });
  return { id: message.id, state: isLate ? 'late' : 'received' };
}

async function openMessage(platform: Platform, envelope: string): Promise<AgentMessage> {
  const opened = await openEnvelope(platform, Buffer.from(envelope, 'base64'));
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(opened).toString('utf8'));
  } catch {
    throw invalid({ envelope: ['envelope is not JSON.'] });
  }
  return read(AgentMessage, json);
}

async function rejectTooMany(
  db: Db,
  of: { applicantId: number; agentId: number; authorId: number },
): Promise<void> {
  const { inTask, inHour } = await countMessages(db, of);
  if (inTask >= serverLimits.messagesPerTask) {
    throw conflict('This task has too many messages. Please call instead.', 'too_many_messages');
  }
  if (inHour >= serverLimits.messagesPerHour) {
    throw new Problem(429, 'Too many messages within an hour. Please try again later.', {
      code: 'too_many_messages',
      retryAfter: 600,
    });
  }
}

const recordRead = (db: Db, actor: Actor, applicantId: number, upTo: string) =>
  recordAudit(db, actor, 'message.read', applicantId, { after: { message_id: upTo } });

export function readAsOffice(
  db: Kysely<Database>,
  actor: Actor,
  { applicantId, adminId, upTo }: { applicantId: number; adminId: number; upTo: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockApplicant(trx, applicantId))) throw notFound('Applicant');
    const isChanged = await readByOffice(trx, applicantId, adminId, upTo);
    if (isChanged === undefined) throw notFound('Message');
    if (!isChanged) return;
    await noteUnread(trx, applicantId);
    await recordRead(trx, actor, applicantId, upTo);
  });
}

export function readAsAgent(
  db: Kysely<Database>,
  actor: Actor,
  { applicantId, agentId, upTo }: { applicantId: number; agentId: number; upTo: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const isChanged = await readByAgent(trx, applicantId, agentId, upTo);
    if (isChanged === undefined) throw notFound('Message');
    if (isChanged) await recordRead(trx, actor, applicantId, upTo);
  });
}
