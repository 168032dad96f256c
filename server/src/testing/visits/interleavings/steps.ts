import fc from 'fast-check';
import { expect } from 'vitest';
import { readRow } from '../../rows.ts';
import { submission } from '../../submission.ts';
import type { TestApp, Visitor } from '../../test-app.ts';
import { attemptOf, manifestOf } from '../phone-visit.ts';
import { photosOf, send, sendPhoto } from './phones.ts';
import { ask, type People, pick, type Run } from './run.ts';

const kinds = [
  ...['assign', 'assign', 'visit', 'visit', 'visit', 'attempt', 'again', 'photo', 'photo'],
  ...[
    'submit',
    ...['decide', 'decide', 'decide', 'ask', 'undoDecision', 'undoDecision', 'deny', 'keep'],
    'sendBack',
    'sendBack',
    'undoSendBack',
    'undoSendBack',
    'use',
    'use',
    'setAside',
    'giveBack',
    'delete',
  ],
] as const;

/** An action of one agent or admin. `which` is a random index, for example of a verification or a photo. */
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(3),
  applicant: fc.nat(2),
  which: fc.nat(99),
  photos: fc.nat(2),
});
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & { kind: string };

/** The rounds of a run. The actions of one round happen at the same time. */
export const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 4,
  maxLength: 12,
});

export async function act(
  test: TestApp,
  people: People,
  run: Run,
  { kind, ...of }: Step,
): Promise<void> {
  const agent = pick(people.agents, of.who) as Visitor;
  const admin = pick(people.admins, of.who) as Visitor;
  const applicant = run.applicants[of.applicant] as Run['applicants'][number];
  const address = `/api/v1/applicants/${applicant.id}/`;
  const asAdmin = async (method: string, url: string, payload?: object) => {
    const { status } = await ask(test, admin, method, url, payload);
    // An admin can't undo a colleague's action, so undoing may also get a 403.
    expect(kind.startsWith('undo') ? [200, 403, 404, 409] : [200, 404, 409]).toContain(status);
  };
  switch (kind) {
    case 'assign':
      return asAdmin('PATCH', address, { assigned_agent_name: agent.user.name });
    case 'delete':
      return asAdmin('DELETE', address);
    case 'visit':
    case 'attempt': {
      const assignment_version = await versionOf(test, applicant.id);
      const more = {
        applicant_id: applicant.id,
        // The phone may know an older version of the assignment.
        assignment_version: Math.max(0, assignment_version - (of.which % 3)),
        photos: people.named.slice(0, of.photos),
      };
      return send(test, run, agent, kind === 'visit' ? manifestOf(more) : attemptOf(more));
    }
    case 'again': {
      const known = pick([...run.sent.values()], of.which);
      return known && send(test, run, known.by, known.manifest);
    }
    case 'photo':
      return sendPhoto(test, people, run, pick(photosOf(run), of.which), of.photos === 0);
    case 'submit': {
      const { application_id } = applicant;
      const answer = await test.app.inject(await submission(agent, { application_id }));
      expect([201, 404]).toContain(answer.statusCode);
      return;
    }
    case 'giveBack': {
      const url = `/api/v1/agent/tasks/${applicant.id}/give-back/`;
      const assignment_version = await versionOf(test, applicant.id);
      const held = { assignment_version, reason: 'on_leave' };
      expect([200, 404, 409]).toContain((await ask(test, agent, 'POST', url, held)).status);
      return;
    }
    case 'decide':
    case 'keep':
    case 'deny':
    case 'ask':
    case 'undoDecision':
    case 'sendBack':
    case 'undoSendBack': {
      const rows = await test.db
        .selectFrom('verifications')
        .select('id')
        .where('applicant_id', '=', applicant.id)
        .orderBy('id', 'desc')
        .execute();
      const chosen = kind.endsWith('endBack') ? rows[0] : pick(rows, of.which);
      if (!chosen) return;
      const url = `/api/v1/verification_tasks/${chosen.id}/`;
      const decision = of.photos < 2 ? 'positive' : 'negative';
      const desk = `/api/v1/review/${chosen.id}/`;
      if (kind === 'decide') return asAdmin('POST', `${url}admin-decision/`, { decision });
      if (kind === 'keep')
        return asAdmin('POST', `${url}admin-decision/`, { decision, claim: true });
      if (kind === 'deny') {
        await asAdmin('POST', `${desk}callbacks/ask/`);
        return asAdmin('POST', `${desk}callbacks/`, { result: 'denies_visit', note: '' });
      }
      if (kind === 'ask') return asAdmin('POST', `${desk}second-look/`, { decision });
      if (kind === 'undoDecision') return asAdmin('POST', `${desk}undo/`);
      if (kind === 'undoSendBack') return asAdmin('POST', `${url}send-back/undo/`);
      const to = of.which % 2 === 0 ? {} : { agent_id: agent.user.id };
      return asAdmin('POST', `${url}send-back/`, { reasons: ['photo_unclear'], ...to });
    }
    case 'use':
    case 'setAside': {
      const rows = await test.db
        .selectFrom('visits')
        .select('id')
        .where('applicant_id', '=', applicant.id)
        .where('standing', '=', 'held')
        .orderBy('id')
        .execute();
      const chosen = pick(rows, of.which);
      if (!chosen) return;
      const url = `/api/v1/held-visits/${chosen.id}/`;
      if (kind === 'use') return asAdmin('POST', `${url}use/`, {});
      return asAdmin('POST', `${url}set-aside/`, { note: 'Not needed' });
    }
  }
}

async function versionOf({ db }: TestApp, id: number): Promise<number> {
  const { assignment_version } = await readRow(db, 'applicants', { id }, ['assignment_version']);
  return assignment_version;
}

export async function useRest(test: TestApp, { admins }: People, run: Run): Promise<void> {
  const held = await test.db
    .selectFrom('visits')
    .select('id')
    .where('standing', '=', 'held')
    .where('id', 'in', ['00000000-0000-4000-8000-000000000000', ...run.sent.keys()])
    .orderBy('id')
    .execute();
  for (const { id } of held) {
    const url = `/api/v1/held-visits/${id}/use/`;
    const { status } = await ask(test, admins[0] as Visitor, 'POST', url, {});
    expect(status).toBe(200);
  }
}
