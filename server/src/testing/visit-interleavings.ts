import { randomUUID } from 'node:crypto';
import type { ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { connect } from '../db/connection.ts';
import { recount } from '../db/counts/counts.ts';
import { BlobMissing, type BlobStore } from '../storage/blobs/blob-store.ts';
import { submission } from './submission.ts';
import { addApplicant, signIn, type TestApp, type Visitor } from './test-app.ts';
import { attemptOf, letterOf, manifestOf, photoOf } from './visit.ts';

const kinds = [
  ...['assign', 'assign', 'visit', 'visit', 'visit', 'attempt', 'again', 'photo', 'photo'],
  ...['submit', 'decide', 'sendBack', 'use', 'use', 'setAside', 'giveBack', 'delete'],
] as const;

/** One thing that one person does; the numbers pick whom and what among those there are. */
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  who: fc.nat(3),
  applicant: fc.nat(2),
  which: fc.nat(99),
  photos: fc.nat(2),
});
type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & { kind: string };

/** Some rounds; what stands in one round happens at once. */
const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
  minLength: 4,
  maxLength: 12,
});

/** What the phones and admins of one run have been answered. */
interface Run {
  portfolio: string;
  applicants: { id: number; application_id: string }[];
  sent: Map<string, { manifest: VisitManifest; by: Visitor }>;
  stored: Set<string>;
  /** The pairs of applicant and agent that were an assignment before this round. */
  assigned: Set<string>;
}

/** Four agents and two admins do random things to three applicants at a time, and nothing of it is lost. */
export async function expectNothingLost(test: TestApp, numRuns: number): Promise<void> {
  const agents = await Promise.all([1, 2, 3, 4].map(() => signIn(test, 'agent')));
  const admins = await Promise.all([1, 2].map(() => signIn(test, 'superadmin')));
  const photos = await Promise.all(['red', 'blue'].map((colour) => photoOf(colour, 32)));
  const bytes = new Map(photos.map(([{ sha256 }, body]) => [sha256, body]));
  const named = photos.map(([photo]) => photo);
  const people = { agents, admins, named, bytes };
  keepInMemory(test.platform.photos);
  const owner = connect(test.owner);
  try {
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const run = await begin(test, people);
        for (const round of all) {
          run.assigned = await assignmentsOf(test, run);
          await Promise.all(round.map((one) => act(test, people, run, one)));
        }
        await deliverRest(test, people, run);
        await useRest(test, people, run);
        await checkRun(test, people, run);
        const { timeZone } = test.platform.config;
        const right = { applicants: 0, verifications: 0, texts: 0 };
        expect(await recount(owner, timeZone)).toEqual(right);
      }),
      { numRuns, endOnFailure: true },
    );
  } finally {
    await owner.destroy();
  }
}

/** So many files would take longer than all the rest. */
function keepInMemory(store: BlobStore): void {
  const files = new Map<string, Uint8Array>();
  const inMemory: Pick<BlobStore, 'put' | 'get' | 'delete' | 'exists'> = {
    put: async (key, bytes) => void files.set(key, bytes),
    get: async (key) => files.get(key) ?? Promise.reject(new BlobMissing(key)),
    delete: async (key) => void files.delete(key),
    exists: async (key) => files.has(key),
  };
  Object.assign(store, inMemory);
}

interface People {
  agents: Visitor[];
  admins: Visitor[];
  named: ManifestPhoto[];
  bytes: Map<string, Buffer>;
}

async function begin({ db }: TestApp, { agents }: People): Promise<Run> {
  const portfolio = `Run ${randomUUID()}`;
  const applicants = await Promise.all(
    agents
      .slice(0, 3)
      .map(({ user }) =>
        addApplicant(db, { portfolio_name: portfolio, assigned_agent_id: user.id }),
      ),
  );
  return { portfolio, applicants, sent: new Map(), stored: new Set(), assigned: new Set() };
}

const pairOf = (applicant: number, agent: number) => `${applicant} ${agent}`;

async function assignmentsOf({ db }: TestApp, { applicants }: Run): Promise<Set<string>> {
  const ids = applicants.map(({ id }) => id);
  const rows = await db
    .selectFrom('assignments')
    .select(['applicant_id', 'agent_id'])
    .where('applicant_id', 'in', ids)
    .execute();
  return new Set(rows.map((row) => pairOf(row.applicant_id, row.agent_id)));
}

const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % all.length];

async function ask({ app }: TestApp, by: Visitor, method: string, url: string, payload?: object) {
  const answer = await app.inject({
    method: method as 'POST',
    url,
    headers: { authorization: by.headers.authorization },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.statusCode === 204 ? {} : answer.json() };
}

async function act(test: TestApp, people: People, run: Run, { kind, ...of }: Step): Promise<void> {
  const agent = pick(people.agents, of.who) as Visitor;
  const admin = pick(people.admins, of.who) as Visitor;
  const applicant = run.applicants[of.applicant] as Run['applicants'][number];
  const address = `/api/v1/applicants/${applicant.id}/`;
  const asAdmin = async (method: string, url: string, payload?: object) => {
    const { status } = await ask(test, admin, method, url, payload);
    expect([200, 404, 409]).toContain(status);
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
        // What the phone holds may be older.
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
      expect([201, 404, 409]).toContain(answer.statusCode);
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
    case 'sendBack': {
      const rows = await test.db
        .selectFrom('verifications')
        .select('id')
        .where('applicant_id', '=', applicant.id)
        .orderBy('id', 'desc')
        .execute();
      const chosen = kind === 'decide' ? pick(rows, of.which) : rows[0];
      if (!chosen) return;
      const url = `/api/v1/verification_tasks/${chosen.id}/`;
      if (kind === 'decide')
        return asAdmin('POST', `${url}admin-decision/`, { decision: 'positive' });
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
  const { assignment_version } = await db
    .selectFrom('applicants')
    .select('assignment_version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return assignment_version;
}

async function send(test: TestApp, run: Run, by: Visitor, manifest: VisitManifest): Promise<void> {
  const { visit_id, applicant_id } = manifest;
  const { status, body } = await ask(
    ...([test, by, 'POST', '/api/v1/agent/visits/', letterOf(manifest)] as const),
  );
  if (run.assigned.has(pairOf(applicant_id, by.user.id))) {
    expect([status, body.visit_id]).toEqual([200, visit_id]);
  } else expect([200, 404]).toContain(status);
  if (status === 200) run.sent.set(visit_id, { manifest, by });
}

const photosOf = (run: Run) =>
  [...run.sent.values()].flatMap(({ manifest: { visit_id, photos }, by }) =>
    photos.map(({ sha256 }) => ({ visit_id, sha256, by })),
  );

const keyOf = ({ visit_id, sha256 }: SentPhoto) => `${visit_id} ${sha256}`;
type SentPhoto = ReturnType<typeof photosOf>[number];

/** Sends what is missing of a photo, or a part of that. */
async function sendPhoto(
  test: TestApp,
  { bytes }: People,
  run: Run,
  photo: SentPhoto | undefined,
  isPart = false,
): Promise<void> {
  if (!photo) return;
  const url = `/api/v1/agent/visits/${photo.visit_id}/photos/${photo.sha256}/`;
  const { authorization } = photo.by.headers;
  const progress = await test.app.inject({ method: 'HEAD', url, headers: { authorization } });
  const offset = Number(progress.headers['upload-offset']);
  const whole = bytes.get(photo.sha256) as Buffer;
  const end = isPart ? Math.ceil((offset + whole.length) / 2) : whole.length;
  const answer = await test.app.inject({
    ...{ method: 'PUT', url, payload: whole.subarray(offset, end) },
    headers: {
      ...{ authorization, 'upload-offset': String(offset) },
      'content-type': 'application/octet-stream',
    },
  });
  // Another one may have gone on meanwhile.
  expect([200, 409]).toContain(answer.statusCode);
  if (answer.json().state === 'stored') run.stored.add(keyOf(photo));
}

/** The phones find a connection in the end. */
async function deliverRest(test: TestApp, people: People, run: Run): Promise<void> {
  for (const { manifest, by } of run.sent.values()) await send(test, run, by, manifest);
  for (const photo of photosOf(run)) await sendPhoto(test, people, run, photo);
  expect(photosOf(run).filter((photo) => !run.stored.has(keyOf(photo)))).toEqual([]);
}

/** The admins settle what is still held. */
async function useRest(test: TestApp, { admins }: People, run: Run): Promise<void> {
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

/** Holds what is stored against what was answered. */
async function checkRun(test: TestApp, people: People, run: Run): Promise<void> {
  const { db, platform } = test;
  const ids = run.applicants.map(({ id }) => id);
  const visits = await db
    .selectFrom('visits as v')
    .leftJoin('verifications as w', 'w.visit_id', 'v.id')
    .select(['v.id', 'v.manifest', 'v.is_final', 'v.standing', 'v.completed_at', 'v.resolved_by'])
    .select(['w.id as verification_id', 'w.image_count', 'w.photos_expected'])
    .where('v.applicant_id', 'in', ids)
    .execute();
  const photos = await db
    .selectFrom('photos as p')
    .innerJoin('visits as v', 'v.id', 'p.visit_id')
    .select(['p.id', 'p.visit_id', 'p.verification_id', 'p.sha256'])
    .where('v.applicant_id', 'in', ids)
    .execute();

  for (const visit of visits) {
    const becomesOne = visit.is_final && visit.standing === 'counted';
    expect(visit.verification_id !== null).toBe(becomesOne);
    expect(visit.completed_at).not.toBeNull();
    if (becomesOne) expect(visit.image_count).toBe(visit.photos_expected);
  }
  for (const [id, { manifest }] of run.sent) {
    const visit = visits.find((one) => one.id === id);
    expect(visit?.manifest?.toString()).toBe(JSON.stringify(manifest));
    const own = photos.filter((photo) => photo.visit_id === id);
    const hashes = own.map(({ sha256 }) => sha256.toString('hex')).sort();
    expect(hashes).toEqual(manifest.photos.map(({ sha256 }) => sha256).sort());
    for (const photo of own) {
      expect(photo.verification_id).toBe(visit?.verification_id);
      const original = await platform.photos.get(`photos/${photo.id}/original`);
      expect(people.bytes.get(photo.sha256.toString('hex'))?.equals(original)).toBe(true);
    }
  }
  // A visit counts while its applicant is assigned, which the audit records, or because an admin uses it.
  const ends = await db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', 'applicant')
    .where('subject_id', 'in', ids)
    .where('action', '=', 'visit')
    .execute();
  const used = visits.filter(
    (visit) => visit.verification_id !== null && visit.resolved_by !== null,
  );
  const counted = visits.filter((visit) => visit.verification_id !== null);
  expect(counted).toHaveLength(ends.length + used.length);
  await checkSums(test, people, run);
}

async function checkSums(test: TestApp, { admins }: People, run: Run): Promise<void> {
  const { rows } = await sql<{
    status: string;
    agent: number | null;
    verifications: number;
    unasked: number;
  }>`
    select a.status, a.assigned_agent_id as agent,
      (select count(*) from verifications v where v.applicant_id = a.id) as verifications,
      (select count(*) from send_backs s join verifications v on v.id = s.verification_id
        where v.applicant_id = a.id and s.answered_by is null and a.status in ('visited', 'submitted')) as unasked
    from applicants a where a.portfolio_name = ${run.portfolio} and a.deleted_at is null`.execute(
    test.db,
  );
  const count = { pending: 0, assigned: 0, visited: 0, submitted: 0 };
  for (const { status, agent, verifications, unasked } of rows) {
    count[status as keyof typeof count] += 1;
    expect(agent === null).toBe(status === 'pending');
    if (status === 'visited' || status === 'submitted') expect(verifications).toBeGreaterThan(0);
    expect(unasked).toBe(0);
  }
  const range = 'start_date=2020-01-01&end_date=2999-12-31';
  const summary = await ask(
    ...([
      test,
      admins[0] as Visitor,
      'GET',
      `/api/v1/applicants/portfolio-summary/?${range}`,
    ] as const),
  );
  const row = summary.body.data.find(
    (one: { portfolio_name: string }) => one.portfolio_name === run.portfolio,
  );
  const { pending, assigned, visited, submitted } = count;
  expect(row ?? { total: 0 }).toMatchObject(
    rows.length === 0
      ? { total: 0 }
      : {
          ...{ allocation_pending: pending, visit_pending: assigned, submitted },
          ...{ visit_done: visited + submitted, total: rows.length },
          allocated: assigned + visited + submitted,
        },
  );
}
