import {
  nextCases,
  releaseClaim,
  renewClaim,
  reviewDay,
  reviewQueue,
} from '@doorstep/contract/review';
import { answer, failure } from '@doorstep/contract/testing/backend';
import { decideVerification, getVerification } from '@doorstep/contract/verifications';
import { switchSingleKeys } from '../lib/single-keys.ts';
import type { renderApp } from './render-app.tsx';
import { verificationOf } from './verifications.ts';

export const names: Record<string, string> = {
  501: 'Asha Rao',
  502: 'Ravi Iyer',
  503: 'Kavya Nair',
};
export const moment = '2026-03-05T05:00:00.000Z';

/** A desk whose queue has these cases until they are decided. Turns single-key shortcuts on. */
export function deskOf(ids: number[]) {
  switchSingleKeys(true);
  let broken: string | undefined;
  const desk = {
    left: ids,
    sent: [] as { id: string; body: unknown }[],
    /** Returns the requests for one case. The order of requests for different cases is random. */
    sentOf: (id: number) =>
      desk.sent.filter((one) => one.id === String(id)).map(({ body }) => body),
    fail: (message: string) => {
      broken = message;
      return () => {
        broken = undefined;
      };
    },
  };
  answer(nextCases, ({ body }) => {
    const { after } = body as { after?: number };
    return { verification_ids: desk.left.filter((id) => id !== after).slice(0, 2) };
  });
  answer(renewClaim, { expires_at: moment });
  answer(releaseClaim, ({ params, query }) => {
    desk.sent.push({ id: String(params.id), body: query });
    if (query.skip) desk.left = desk.left.filter((id) => id !== Number(params.id));
    return { success: true as const, message: 'Skipped.' };
  });
  answer(reviewQueue, () => ({ waiting: desk.left.length, mine: 0, incomplete: 0 }));
  answer(reviewDay, {
    decided: 3,
    sent_back: 1,
    median_seconds: 14,
    team_median_seconds: 19,
    elsewhere: [
      {
        ...{ verification_id: 9, applicant: 'Deepak Yadav', why: 'photos', at: moment },
        ...{ image_count: 3, photos_expected: 6, colleague: null },
      },
    ],
  });
  answer(getVerification, ({ params }) =>
    verificationOf({
      verification_id: Number(params.id),
      applicant: names[String(params.id)] ?? 'Someone',
    }),
  );
  answer(decideVerification, ({ params, body }) => {
    if (broken !== undefined) return failure(503, { message: broken });
    desk.sent.push({ id: String(params.id), body });
    desk.left = desk.left.filter((id) => id !== Number(params.id));
    return { success: true as const, message: 'Stored.' };
  });
  return desk;
}

export const nameOf = (screen: Awaited<ReturnType<typeof renderApp>>['screen'], id: number) =>
  screen.getByRole('heading', { level: 1, name: names[id] });
