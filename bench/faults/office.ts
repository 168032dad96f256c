import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { defaultValues } from '../../contract/src/reports/definition.ts';
import { residenceForm } from '../../contract/src/reports/residence.ts';
import { demoPassword } from '../../e2e/support/sign-in.ts';
import { writeSpreadsheet } from '../../server/src/testing/spreadsheets/spreadsheet-upload.ts';
import { signIn } from '../load/sign-in.ts';
import { sendVisit } from './phone.ts';
import { type Job, json, type Office, type Person, write } from './write.ts';

export type { Office };

export async function signInTo(address: string, email: string): Promise<Person> {
  const { user, accessToken } = await signIn(address, email, demoPassword);
  return { ...user, headers: { authorization: `Bearer ${accessToken}` } };
}

export async function openOffice(address: string, photos: Office['photos']): Promise<Office> {
  const names = ['admin', 'agent', 'agent1', 'agent2'];
  const [admin, ...agents] = await Promise.all(
    names.map((name) => signInTo(address, `${name}@doorstep.test`)),
  );
  if (!admin) throw new Error('Nobody signed in');
  return { address, admin, agents, photos };
}

/** Draws photos of noise, which hardly compresses, so that the files are large. */
export async function drawPhotos(count: number): Promise<Office['photos']> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const bytes = await sharp({
        create: {
          ...{ width: 640, height: 480, channels: 3, background: 'white' },
          noise: { type: 'gaussian', mean: 90 + index * 10, sigma: 40 },
        },
      })
        .jpeg({ quality: 80 })
        .toBuffer();
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    }),
  );
}

/**
 * Uploads a spreadsheet of new applicants. Returns their application ids, or an empty array if the server
 * doesn't confirm the upload.
 */
async function uploadSome(job: Job, rows: number): Promise<string[]> {
  const { office, ledger } = job;
  const name = randomUUID();
  const ids = Array.from({ length: rows }, (_, index) => `${name}-${index}`);
  const entry = { ids, acknowledged: false };
  ledger.uploads.set(name, entry);
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(await writeSpreadsheet(ids))]), 'applicants.xlsx');
  const headers = { ...office.admin.headers, 'idempotency-key': name };
  const answer = await write(job, 'upload', 'bulk/bulk-upload/', {
    method: 'POST',
    headers,
    body: form,
  });
  if (answer?.status !== 200) return [];
  entry.acknowledged = true;
  const { successful } = answer.body.summary as { successful: number };
  if (successful !== rows) ledger.wrong.push(`upload: ${successful} of ${rows} stored`);
  return ids;
}

type Task = { id: number; agent: Person };

/** Assigns an upload. Each transaction assigns 500 applicants, so a fault may leave a part unassigned. */
async function assignUpload(job: Job, applicationIds: string[]): Promise<Task[]> {
  const { office, ledger } = job;
  const answer = await write(
    job,
    'assign many',
    'applicants/assign/',
    json('POST', office.admin, {
      filter: { search: applicationIds[0]?.slice(0, randomUUID().length) },
      expected_count: applicationIds.length,
      plan: office.agents.map(({ id }) => ({ agent_id: id })),
    }),
  );
  if (answer?.status !== 200) return [];
  const shares = answer.body.shares as { agent_id: number; ids: number[] }[];
  for (const { agent_id, ids } of shares) for (const id of ids) ledger.assigned.set(id, agent_id);
  const count = shares.reduce((sum, { ids }) => sum + ids.length, 0);
  if (count !== applicationIds.length) {
    ledger.wrong.push(`assign many: ${count} of ${applicationIds.length}`);
  }
  return office.agents.flatMap((agent) =>
    shares
      .filter(({ agent_id }) => agent_id === agent.id)
      .flatMap(({ ids }) => ids.map((id) => ({ id, agent }))),
  );
}

async function findApplicant({ address, admin }: Office, applicationId: string) {
  const search = new URLSearchParams({ search: applicationId, search_fields: 'application_id' });
  const answer = await fetch(`${address}/api/v1/applicants/?${search}`, {
    headers: admin.headers,
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (!answer?.ok) return undefined;
  const { results } = (await answer.json()) as {
    results: { id: number; application_id: string }[];
  };
  return results.find(({ application_id }) => application_id === applicationId)?.id;
}

async function workOn(job: Job, applicationId: string): Promise<void> {
  const { office, ledger, random } = job;
  const { admin } = office;
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const id = await findApplicant(office, applicationId);
  if (id === undefined) return;
  const agent = pick(office.agents);
  const assigning = { assigned_agent_name: agent.name, assigned_agent_id: agent.id };
  const assigned = await write(job, 'assign', `applicants/${id}/`, json('PATCH', admin, assigning));
  if (assigned?.status !== 200) return;
  ledger.assigned.set(id, agent.id);

  const photos = [pick(office.photos), pick(office.photos)];
  const key = randomUUID();
  const entry = { photos: photos.map(({ sha256 }) => sha256), id: undefined as number | undefined };
  ledger.submitted.set(key, entry);
  const form = new FormData();
  form.append('application_id', applicationId);
  form.append('overall_observation', 'positive');
  for (const { bytes } of photos) {
    form.append('photos', new Blob([Uint8Array.from(bytes)]), 'photo.jpg');
  }
  const submitted = await write(job, 'submission', 'verification_tasks/', {
    method: 'POST',
    headers: { ...agent.headers, 'idempotency-key': key },
    body: form,
  });
  if (submitted?.status !== 201) return;
  const verification = Number(submitted.body.verification_id);
  entry.id = verification;

  for (const decision of ['positive', 'negative']) {
    const stand = { ...ledger.decided.get(verification), unknown: decision };
    ledger.decided.set(verification, stand);
    const decided = await write(
      job,
      'decision',
      `verification_tasks/${verification}/admin-decision/`,
      json('POST', admin, { decision }),
    );
    if (decided?.status !== 200) return;
    ledger.decided.set(verification, { acknowledged: decision });
  }

  const saved = await write(
    job,
    'report',
    'pdf-generator/simple-generate/',
    json('POST', admin, {
      ...defaultValues(residenceForm('Doorstep')),
      template_type: 'residence',
      applicationRefNo: applicationId,
      applicantName: 'Asked often',
      image_urls: [],
      photographs_taken: 0,
    }),
  );
  if (saved?.status === 200) {
    ledger.reports.add(createHash('sha256').update(saved.bytes).digest('hex'));
  }
}

/**
 * Keeps an office busy until the returned function is called. One loop uploads spreadsheets, `workers` loops
 * work on applications, and one loop sends visits like a phone.
 */
export function workUntilStopped(job: Job, workers: number, rowsPerUpload: number) {
  let isOver = false;
  const waiting: string[] = [];
  const toVisit: Task[] = [];
  const uploading = (async () => {
    while (!isOver) {
      // Uploads applicants for the phone when it has no tasks left, and sometimes earlier.
      if (toVisit.length === 0 || job.random() < 0.25) {
        const many = await uploadSome(job, rowsPerUpload * 10);
        if (many.length > 0) toVisit.push(...(await assignUpload(job, many)));
      } else waiting.push(...(await uploadSome(job, rowsPerUpload)));
      await sleep(100 + job.random() * 300);
    }
  })();
  const working = Array.from({ length: workers }, async () => {
    while (!isOver) {
      const next = waiting.shift();
      if (next === undefined) await sleep(20);
      else await workOn(job, next);
    }
  });
  const visiting = (async () => {
    while (!isOver) {
      const next = toVisit.shift();
      if (next) await sendVisit(job, next.agent, next.id, job.office.photos.slice(0, 2));
      await sleep(next ? 300 : 20);
    }
  })();
  return async () => {
    isOver = true;
    await Promise.all([uploading, visiting, ...working]);
  };
}
