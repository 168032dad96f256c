import { sendBackVerification, undoSendBack } from '@doorstep/contract/visits/send-back';
import {
  listApplicantVisits,
  listHeldVisits,
  setAsideHeldVisit,
  takeInVisitFile,
  useHeldVisit,
} from '@doorstep/contract/visits/visit';
import type { FastifyInstance } from 'fastify';
import { isApplicant } from '../../../domain/applicants.ts';
import { mount } from '../../../http/contract/contract-route.ts';
import { paged } from '../../../http/contract/paging.ts';
import { readFilePart } from '../../../http/contract/read-file-part.ts';
import { allowSlowArrival } from '../../../http/server/arrival.ts';
import { boundSenders } from '../../../http/server/bound-senders.ts';
import { serverLimits } from '../../../limits.ts';
import type { Platform } from '../../../platform/platform.ts';
import { notFound } from '../../../problems.ts';
import { listCallsTo } from '../calls/call-store.ts';
import { describeVisit } from './describe-visit.ts';
import { setVisitAside, useVisit } from './held-visit-service.ts';
import { sendBackTo } from './send-back-service.ts';
import { takeInVisit } from './take-in-service.ts';
import { undoSendBack as undo } from './undo-send-back-service.ts';
import { listHeld, listVisitsOf } from './visit-list-store.ts';

/**
 * The office's routes for visits: settling held visits, sending verifications back, and importing visits from
 * files.
 */
export function officeVisitRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, secret } = platform;
  const { visitFileBytes: maxBytes, visitFilesAtOnce } = serverLimits;
  const bounded = boundSenders({ all: visitFilesAtOnce, ofOneAgent: 1 });

  mount(app, listHeldVisits, async ({ query, request }) => {
    const { rows, count } = await listHeld(db, query);
    return paged(
      rows.map((row) => describeVisit(row, secret)),
      count,
      query,
      request.url,
    );
  });

  mount(app, listApplicantVisits, async ({ params }) => {
    if (!(await isApplicant(db, params.id))) throw notFound('Applicant');
    const [rows, calls] = await Promise.all([
      listVisitsOf(db, params.id),
      listCallsTo(db, params.id),
    ]);
    return { results: rows.map((row) => describeVisit(row, secret)), calls };
  });

  mount(app, useHeldVisit, async ({ params, body, user, actor }) => {
    const settling = { id: params.id, adminId: user.id, note: body.note };
    const id = await useVisit(db, actor, settling);
    const message =
      id === null ? 'The attempt counts now.' : `The visit counts now, as verification ${id}.`;
    return { success: true as const, message, verification_id: id };
  });

  mount(app, setAsideHeldVisit, async ({ params, body, user, actor }) => {
    const settling = { id: params.id, adminId: user.id, note: body.note };
    await setVisitAside(db, actor, settling);
    return { success: true as const, message: 'The visit was set aside.' };
  });

  mount(app, takeInVisitFile, ({ user, actor, request }) =>
    bounded(user.id, async () => {
      allowSlowArrival(request);
      const { bytes } = await readFilePart(request, {
        maxBytes,
        missing: 'Please choose the file of a visit.',
        tooLarge: (size) =>
          `The file has ${(size / 1_048_576).toFixed(2)} MB. The file of a visit can have at most ${maxBytes / 1_048_576} MB.`,
      });
      return { success: true as const, ...(await takeInVisit(platform, actor, bytes)) };
    }),
  );

  mount(app, sendBackVerification, async ({ params, body, user, actor }) => {
    await sendBackTo(db, actor, user, { id: params.id, ...body });
    return { success: true as const, message: 'The verification was sent back.' };
  });

  mount(app, undoSendBack, async ({ params, user, actor }) => ({
    success: true as const,
    message: await undo(db, actor, params.id, user.id),
  }));
}
