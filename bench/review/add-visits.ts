import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { writeSpreadsheet } from '../../server/src/testing/spreadsheets/spreadsheet-upload.ts';
import { signInTo } from '../faults/office.ts';

const demoPhotos = fileURLToPath(new URL('../../server/src/demo/photos/', import.meta.url));

/** Draws photos like those of a phone: 1600 by 1200 pixels, with grain that prevents strong compression. */
async function drawPhotos(count: number): Promise<Buffer[]> {
  const names = (await readdir(demoPhotos)).filter((name) => !name.startsWith('agent-'));
  const grain = await sharp({
    create: {
      ...{ width: 1600, height: 1200, channels: 3, background: 'black' },
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .png()
    .toBuffer();
  return Promise.all(
    names.slice(0, count).map((name) =>
      sharp(`${demoPhotos}${name}`)
        .resize(1600, 1200, { fit: 'cover' })
        .composite([{ input: grain, blend: 'soft-light' }])
        .jpeg({ quality: 82 })
        .toBuffer(),
    ),
  );
}

/** Adds `count` applicants, each with a visit and four photos. Returns the ids of the verifications, oldest first. */
export async function addVisits(address: string, count: number): Promise<number[]> {
  const admin = await signInTo(address, 'admin@doorstep.test');
  const agent = await signInTo(address, 'agent@doorstep.test');
  const photos = await drawPhotos(24);
  const prefix = `RS-${Date.now()}`;
  const ids = Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(await writeSpreadsheet(ids))]), 'cases.xlsx');
  await send('POST', '/api/v1/bulk/bulk-upload/', admin.headers, form);

  const added: number[] = [];
  for (const [index, applicationId] of ids.entries()) {
    const search = new URLSearchParams({ search: applicationId, search_fields: 'application_id' });
    const { results } = (await send('GET', `/api/v1/applicants/?${search}`, admin.headers)) as {
      results: { id: number; application_id: string }[];
    };
    const id = results.find((one) => one.application_id === applicationId)?.id;
    await send('PATCH', `/api/v1/applicants/${id}/`, admin.headers, {
      assigned_agent_name: agent.name,
      assigned_agent_id: agent.id,
    });
    const visit = new FormData();
    visit.append('application_id', applicationId);
    visit.append('overall_observation', 'positive');
    visit.append('remark', 'Met the applicant at home; both neighbours know the family.');
    for (let photo = 0; photo < 4; photo += 1) {
      const bytes = photos[(index * 4 + photo) % photos.length] as Buffer;
      visit.append('photos', new Blob([Uint8Array.from(bytes)]), `photo-${photo + 1}.jpg`);
    }
    const headers = { ...agent.headers, 'idempotency-key': applicationId };
    const sent = await send('POST', '/api/v1/verification_tasks/', headers, visit);
    added.push((sent as { verification_id: number }).verification_id);
  }
  return added;

  async function send(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: FormData | object,
  ): Promise<unknown> {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
