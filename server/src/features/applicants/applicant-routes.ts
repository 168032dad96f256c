import {
  type Applicant,
  assignAgent,
  deleteApplicant,
  getApplicant,
  listApplicants,
  relatedApplicants,
} from '@doorstep/contract/applicants';
import { assignMany, undoAssign } from '@doorstep/contract/applicants/assign-many';
import { changeClock, pauseClock, resumeClock } from '@doorstep/contract/applicants/clock';
import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { applicantMatches } from '@doorstep/contract/applicants/matches';
import { texts } from '@doorstep/contract/texts';
import type { FastifyInstance } from 'fastify';
import { withClocks } from '../../domain/clock/clock-rows.ts';
import { findMatches } from '../../domain/matches/match-store.ts';
import { mount } from '../../http/contract/contract-route.ts';
import { idempotentRequest } from '../../http/contract/idempotency-key.ts';
import { countedTo, paged } from '../../http/contract/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { orNotFound } from '../../problems.ts';
import { shareRuns } from '../../work/share-runs.ts';
import { isNarrowed } from './applicant-filter-store.ts';
import { type ListQuery, listApplicantPage } from './applicant-list-store.ts';
import type { StoredApplicant } from './applicant-rows.ts';
import { assignAgentByName, removeApplicant } from './applicant-service.ts';
import {
  findApplicant,
  findGiveBack,
  findLatestVerification,
  listRelated,
} from './applicant-store.ts';
import { change, describeClock, pause, resume } from './clock/clock-service.ts';
import { assignToMany } from './many/assign-many-service.ts';
import { listLastAssigned } from './many/assign-many-store.ts';
import { undoAssignments } from './many/undo-assign-service.ts';

export function applicantRoutes(app: FastifyInstance, { db, provider }: Platform): void {
  const { timeZone } = provider;
  const show = async (applicant: StoredApplicant): Promise<Applicant> => {
    const [shown] = await withClocks(db, [applicant], timeZone);
    return shown ?? { ...applicant, clock: undefined };
  };

  const listPage = async (query: ListQuery) => {
    const { rows, ...counted } = await listApplicantPage(db, query, timeZone);
    return { ...counted, results: await withClocks(db, rows, timeZone) };
  };
  const share = shareRuns<Awaited<ReturnType<typeof listPage>>>();
  mount(app, listApplicants, async ({ query, request }) => {
    const list = () => listPage(query);
    const { results, count, isMinimum } = await (isNarrowed(query)
      ? share(JSON.stringify(query), list)
      : list());
    return { ...paged(results, count, query, request.url), ...countedTo(isMinimum) };
  });

  mount(app, getApplicant, async ({ params, user }) => {
    const found = orNotFound(await findApplicant(db, params.id), 'Applicant');
    const applicant = { ...(await show(found)), ...(await describeClock(db, params.id)) };
    switch (applicant.status) {
      case 'pending':
        return { ...applicant, ...(await findGiveBack(db, params.id)) };
      case 'assigned':
        return applicant;
      default:
        return { ...applicant, ...(await findLatestVerification(db, params.id, user.id)) };
    }
  });

  mount(app, relatedApplicants, async ({ params }) => {
    const applicant = orNotFound(await findApplicant(db, params.id), 'Applicant');
    return { results: await listRelated(db, applicant) };
  });

  mount(app, applicantMatches, async ({ params }) => {
    orNotFound(await findApplicant(db, params.id), 'Applicant');
    return { results: await findMatches(db, params.id) };
  });

  mount(app, assignAgent, async ({ params, body, actor }) =>
    show(await assignAgentByName(db, actor, params.id, body)),
  );

  mount(app, pauseClock, async ({ params, body: { because, updated_at: seen }, user, actor }) => {
    const asked = { id: params.id, adminId: user.id, seen, because };
    return show(await pause(db, actor, asked));
  });

  mount(app, resumeClock, async ({ params, body, user, actor }) => {
    const asked = { id: params.id, adminId: user.id, seen: body.updated_at, timeZone };
    return show(await resume(db, actor, asked));
  });

  mount(app, changeClock, async ({ params, body, user, actor }) => {
    const { updated_at: seen, ...wanted } = body;
    const asked = { id: params.id, adminId: user.id, seen, change: wanted, timeZone };
    return show(await change(db, actor, asked));
  });

  mount(app, assignMany, ({ body, user, actor, request }) =>
    assignToMany(db, actor, { ...body, timeZone }, idempotentRequest(request, user.id, body)),
  );

  mount(app, lastAssignedAgents, async ({ user }) => ({
    agent_ids: await listLastAssigned(db, user.id),
  }));

  mount(app, undoAssign, ({ body, user, actor, request }) => {
    const own = { ids: body.ids, adminId: user.id };
    return undoAssignments(db, actor, own, idempotentRequest(request, user.id, body));
  });

  mount(app, deleteApplicant, async ({ params, actor }) => {
    await removeApplicant(db, actor, params.id);
    return { success: true as const, message: texts.applicants.deleted };
  });
}
