import {
  nextCases,
  releaseClaim,
  renewClaim,
  reviewDay,
  reviewQueue,
  undoDecision,
} from '@doorstep/contract/review';
import { answer, failure } from '@doorstep/contract/testing/backend';
import {
  decideVerification,
  getVerification,
  type Verification,
} from '@doorstep/contract/verifications';
import { sendBackVerification } from '@doorstep/contract/visits/send-back';
import { expect } from 'vitest';
import { switchSingleKeys } from '../lib/single-keys.ts';
import { renderApp } from './render-app.tsx';
import { verificationOf } from './verifications.ts';

export const names: Record<string, string> = {
  501: 'Asha Rao',
  502: 'Ravi Iyer',
  503: 'Kavya Nair',
};
export const moment = '2026-03-05T05:00:00.000Z';
export const claimLost = () =>
  failure(409, { code: 'claim_lost', message: 'Ravi Iyer has this case now.' });

export const caseOf = (id: unknown, fields: Partial<Verification> = {}) =>
  verificationOf({
    ...{ verification_id: Number(id), applicant: names[String(id)] ?? 'Someone' },
    ...fields,
  });

/** Serves cases with these fields. */
export function answerCases(fieldsOf: (id: number) => Partial<Verification> | false | undefined) {
  answer(getVerification, ({ params }) => caseOf(params.id, fieldsOf(Number(params.id)) || {}));
}

/**
 * Simulates a desk whose queue has these cases until they are decided, skipped or sent back. Turns single-key
 * shortcuts on.
 */
export function deskOf(ids: number[]) {
  switchSingleKeys(true);
  let broken: string | undefined;
  const desk = {
    left: ids,
    /** The requests that decide, skip, release or send back a case. */
    sent: [] as { id: string; body: unknown }[],
    /** Returns the bodies of one case's requests. The order of requests about different cases varies. */
    sentOf: (id: number) =>
      desk.sent.filter((one) => one.id === String(id)).map(({ body }) => body),
    fail: (message: string) => {
      broken = message;
      return () => {
        broken = undefined;
      };
    },
  };
  const take = (id: unknown, body: unknown) => {
    desk.sent.push({ id: String(id), body });
    desk.left = desk.left.filter((one) => one !== Number(id));
  };
  answer(nextCases, ({ body }) => {
    const { after } = body as { after?: number };
    return { verification_ids: desk.left.filter((id) => id !== after).slice(0, 2) };
  });
  answer(renewClaim, { expires_at: moment });
  answer(releaseClaim, ({ params, query }) => {
    if (query.skip) take(params.id, query);
    else desk.sent.push({ id: String(params.id), body: query });
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
  answerCases(() => ({}));
  answer(decideVerification, ({ params, body }) => {
    if (broken !== undefined) return failure(503, { message: broken });
    take(params.id, body);
    return { success: true as const, message: 'Stored.' };
  });
  answer(sendBackVerification, ({ params, body }) => {
    take(params.id, body);
    return { success: true as const, message: 'The verification was sent back.' };
  });
  answer(undoDecision, ({ params }) => {
    desk.left = [Number(params.id), ...desk.left];
    return { success: true as const, message: 'Undone.' };
  });
  return desk;
}

type Screen = Awaited<ReturnType<typeof renderApp>>['screen'];

export const nameOf = (screen: Screen, id: number) =>
  screen.getByRole('heading', { level: 1, name: names[id] });

/** Opens the desk, and waits for its first case. */
export async function openDesk(path = '/review', first = 501) {
  const app = await renderApp(path);
  const shows = (id: number) => expect.element(nameOf(app.screen, id)).toBeVisible();
  const focuses = (id: number) => expect.element(nameOf(app.screen, id)).toHaveFocus();
  await focuses(first);
  return { ...app, shows, focuses };
}
