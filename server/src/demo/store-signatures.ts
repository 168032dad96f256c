import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Insertable } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { BlobStore } from '../storage/blobs/blob-store.ts';
import { preparePhoto } from '../storage/photos/prepare-photo.ts';
import type { DemoCase } from './cases/cases.ts';
import { activeAgentNames } from './cases/people.ts';
import { doorTimes } from './cases/visits.ts';
import { putSizes, uuidOf } from './store-photos.ts';

export type DemoSignature = Omit<Insertable<Database['signatures']>, 'visit_id'>;

const pictures = ['1', '2', '3'];

/** `none` stands for a visit from an older version of the phone app, which asks for no signature. */
const answers = ['signed', 'declined', 'none', 'signed', 'not_asked', 'none'] as const;

export async function storeDemoSignatures(
  store: BlobStore,
  cases: readonly DemoCase[],
  agency: string,
): Promise<Map<DemoCase, DemoSignature>> {
  const drawn = await Promise.all(
    pictures.map(async (name) => {
      const png = await readFile(new URL(`./signatures/${name}.png`, import.meta.url));
      const { sizes } = await preparePhoto(png, { timeZone: 'Asia/Kolkata' });
      return { png, sizes, sha256: hash('sha256', png, 'buffer') };
    }),
  );
  const met = cases.filter(({ visit }) => visit?.story.outcome === 'met');
  const found = new Map<DemoCase, DemoSignature>();
  for (const [index, story] of met.entries()) {
    const { applicationId, type, visitType, agent, visit } = story;
    const answer = answers[index % answers.length] ?? 'none';
    const picture = drawn[index % drawn.length];
    if (answer === 'none' || !visit || !picture) continue;
    const isSigned = answer === 'signed';
    // The id contains the type and the visit type, because an application may have several contact points.
    const id = uuidOf(`signature ${applicationId} ${type} ${visitType}`);
    if (isSigned) await putSizes(store, `photos/${id}`, picture.png, picture.sizes);
    found.set(story, {
      answer,
      answered_at: doorTimes(visit).leftAt.toISOString(),
      words: `I was visited today by ${activeAgentNames[agent ?? 0]} of ${agency}. I agree that my signature is kept with this visit.`,
      sha256: isSigned ? picture.sha256 : null,
      picture_id: isSigned ? id : null,
    });
  }
  return found;
}
