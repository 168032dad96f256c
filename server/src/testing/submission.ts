import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import type { Database } from '../db/schema.ts';
import { addApplicant, type TestApp, type Visitor } from './test-app.ts';

/** Returns a JPEG of one colour. According to its EXIF, it was taken in Mumbai on 5 March 2026 at 10:30. */
export function drawPhoto(colour: string, size = 480): Promise<Buffer> {
  return sharp({ create: { width: size, height: size / 2, channels: 3, background: colour } })
    .withExif({
      IFD2: { DateTimeOriginal: '2026:03:05 10:30:00', OffsetTimeOriginal: '+05:30' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '19/1 4/1 48/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '72/1 52/1 48/1',
      },
    })
    .jpeg()
    .toBuffer();
}

export interface Submission {
  application_id?: string;
  photos?: Uint8Array[];
  fields?: Record<string, string>;
  key?: string;
}

export async function submission(agent: Visitor, sent: Submission) {
  const form = new FormData();
  const fields = { overall_observation: 'positive', remark: 'Met at home', ...sent.fields };
  if (sent.application_id !== undefined) form.append('application_id', sent.application_id);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [index, photo] of (sent.photos ?? []).entries()) {
    form.append('photos', new Blob([new Uint8Array(photo)]), `photo-${index + 1}.jpg`);
  }
  const encoded = new Response(form);
  return {
    method: 'POST' as const,
    url: '/api/v1/verification_tasks/',
    headers: {
      authorization: agent.headers.authorization,
      'content-type': encoded.headers.get('content-type') ?? '',
      'idempotency-key': sent.key ?? randomUUID(),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  };
}

export async function submit({ app }: TestApp, agent: Visitor, sent: Submission) {
  return app.inject(await submission(agent, sent));
}

/** Submits a visit of a new applicant. `pictures` are photos, or the colours in which to draw them. */
export async function addVisit(
  test: TestApp,
  agent: Visitor,
  pictures: (string | Buffer)[] = [],
  more: Parameters<typeof addApplicant>[1] = {},
) {
  const applicant = await addApplicant(test.db, { assigned_agent_id: agent.user.id, ...more });
  const photos = await Promise.all(
    pictures.map(async (one) => (typeof one === 'string' ? drawPhoto(one) : one)),
  );
  const { application_id } = applicant;
  const answer = await submit(test, agent, { application_id, photos });
  if (answer.statusCode !== 201) throw new Error(`Submission failed: ${answer.body}`);
  return { applicant, id: answer.json<{ verification_id: number }>().verification_id };
}

export async function addVerificationRow(
  db: Kysely<Database>,
  agentId: number,
  more: Parameters<typeof addApplicant>[1] = {},
) {
  const applicant = await addApplicant(db, {
    assigned_agent_id: agentId,
    status: 'visited',
    ...more,
  });
  const { id } = await db
    .insertInto('verifications')
    .values({
      applicant_id: applicant.id,
      agent_id: agentId,
      overall_observation: 'positive',
      idempotency_key: randomUUID(),
      request_sha256: Buffer.alloc(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, applicant };
}

export function tampered(link: string): string {
  return link.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`);
}

export async function filesLeftBy(
  { platform: { photos } }: TestApp,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const kept = new Set<string>();
  const { put, delete: remove } = photos;
  photos.put = async (key, bytes) => {
    await put(key, bytes);
    kept.add(key);
  };
  photos.delete = async (key) => {
    await remove(key);
    kept.delete(key);
  };
  try {
    await work();
  } finally {
    Object.assign(photos, { put, delete: remove });
  }
  return [...kept];
}
