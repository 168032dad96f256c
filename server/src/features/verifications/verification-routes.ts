import { undoDecision } from '@doorstep/contract/review';
import { askSecondLook } from '@doorstep/contract/review/second-looks';
import {
  decideVerification,
  getVerification,
  listAgentTasks,
  listVerifications,
  lookupVerification,
} from '@doorstep/contract/verifications';
import { submitVerification } from '@doorstep/contract/verifications/submission';
import type { FastifyInstance } from 'fastify';
import { withClocks } from '../../domain/clock/clock-rows.ts';
import { mount } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import { countedTo, paged } from '../../http/contract/paging.ts';
import { allowSlowArrival } from '../../http/server/arrival.ts';
import { boundSenders } from '../../http/server/bound-senders.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { shareRuns } from '../../work/share-runs.ts';
import { listTasks } from './agent-task-store.ts';
import { decide } from './decide/decide-service.ts';
import { undoDecision as undo } from './decide/undo-service.ts';
import { readSubmission, requireIdempotencyKey } from './submit/submission-request.ts';
import {
  type Submission,
  submitVerification as storeSubmission,
} from './submit/submission-service.ts';
import { isNarrowed } from './verification-filter-store.ts';
import { type ListQuery, listVerificationPage } from './verification-list-store.ts';
import { withSendBacks } from './verification-rows.ts';
import {
  openLatestVerification,
  openVerification,
  openVerifications,
} from './verification-service.ts';

const messages = {
  counted: 'Verification submitted.',
  held: 'The visit was received. An admin will settle it.',
  set_aside: 'The visit was received, but an admin set it aside.',
};

export function verificationRoutes(app: FastifyInstance, platform: Platform): void {
  const { provider, db, spool } = platform;
  const bounded = boundSenders({
    all: serverLimits.submissionsAtOnce,
    ofOneAgent: serverLimits.submissionsPerAgent,
  });

  const listPage = async (query: ListQuery) => {
    const { rows, ...counted } = await listVerificationPage(db, query, provider.timeZone);
    const results = await withClocks(db, await withSendBacks(db, rows), provider.timeZone);
    return { ...counted, results };
  };
  const share = shareRuns<Awaited<ReturnType<typeof listPage>>>();
  mount(app, listVerifications, async ({ query, request }) => {
    if (query.fields !== 'list') {
      const { results, count, isMinimum } = await openVerifications(platform, query);
      return { ...paged(results, count, query, request.url), ...countedTo(isMinimum) };
    }
    const list = () => listPage(query);
    const { results, count, isMinimum } = await (isNarrowed(query)
      ? share(JSON.stringify(query), list)
      : list());
    return { ...paged(results, count, query, request.url), ...countedTo(isMinimum) };
  });

  mount(app, getVerification, ({ params, user }) => openVerification(platform, params.id, user));

  mount(app, lookupVerification, async ({ query: { id, ...asked } }) => {
    const { application_details, agent_details, admin_reviewed_details, ...verification_info } =
      await openLatestVerification(platform, { application_id: id, ...asked });
    return {
      success: true as const,
      application_id: verification_info.applicant_ids,
      data: {
        application_id: verification_info.applicant_ids,
        verification_info,
        applicant_info: application_details,
        agent_details,
        admin_reviewed_details,
      },
    };
  });

  mount(app, decideVerification, async ({ params, body, user, actor, request }) => {
    const { decision, notes, updated_at: seen, claim: isClaimed } = body;
    const decided = { id: params.id, decision, notes, adminId: user.id, seen, isClaimed };
    const repeatable = idempotentRequest(request, user.id, { decision, notes });
    return {
      success: true as const,
      message: await decide(platform, actor, decided, repeatable),
    };
  });

  mount(app, askSecondLook, async ({ params, body, user, actor, request }) => {
    const { updated_at: seen, claim: isClaimed, ...made } = body;
    const asked = { ...made, id: params.id, adminId: user.id, seen, isClaimed, asks: true };
    const repeatable = idempotentRequest(request, user.id, made);
    return {
      success: true as const,
      message: await decide(platform, actor, asked, repeatable),
    };
  });

  mount(app, undoDecision, async ({ params, user, actor }) => ({
    success: true as const,
    message: await undo(db, actor, params.id, user.id),
  }));

  mount(app, submitVerification, async ({ user, actor, request }) => {
    const submission = {
      agentId: user.id,
      key: requireIdempotencyKey(request),
      receive: (keep) => readSubmission(request, spool, keep),
    } satisfies Submission;
    const { id, image_count, standing, held_because } = await bounded(user.id, () => {
      allowSlowArrival(request);
      return storeSubmission(platform, actor, submission);
    });
    return {
      success: true as const,
      message: messages[standing],
      verification_id: id,
      image_count,
      ...(id === null && held_because && { held_because }),
    };
  });

  mount(app, listAgentTasks, async ({ query, user, request }) => {
    const { rows, count } = await listTasks(db, user.id, query);
    return paged(rows, count, query, request.url);
  });
}
