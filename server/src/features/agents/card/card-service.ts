import { type AgentCard, agentCardDays } from '@doorstep/contract/visits/agent-card';
import type { Platform } from '../../../platform/platform.ts';
import { orNotFound } from '../../../problems.ts';
import { BlobMissing } from '../../../storage/blobs/blob-store.ts';
import { pictureKey } from '../../../storage/photos/photo-keys.ts';
import { recognisePhoto } from '../../../storage/photos/photo-kind.ts';
import { type CardHolder, findCardHolder } from './card-store.ts';
import { readCardToken, signCardToken } from './card-token.ts';

/** The path of the public page of a card. A short path makes the QR code small and quick to scan. */
export const cardPath = '/id/';

const dayMs = 86_400_000;
const holderOf = ({ db, provider }: Platform, sessionId: string) =>
  findCardHolder(db, sessionId, Temporal.Now.plainDateISO(provider.timeZone).toString());

/** `timeLeft` is the number of milliseconds until the session expires if it is not used again. */
export async function readCard(
  platform: Platform,
  sessionId: string,
  timeLeft: number,
): Promise<AgentCard> {
  const { provider, secret } = platform;
  const holder = orNotFound(await holderOf(platform, sessionId), 'Card');
  const expires = new Date(Date.now() + Math.min(agentCardDays * dayMs, timeLeft));
  return {
    name: holder.name,
    agency: provider.shortName,
    photo: await readPicture(platform, holder),
    check_url: `${provider.publicUrl ?? ''}${cardPath}${signCardToken(secret, sessionId, expires)}`,
    valid_until: expires.toISOString(),
  };
}

export type CheckedCard =
  | { state: 'valid' | 'leave'; name: string; photo: string | null }
  | { state: 'expired' | 'invalid' };

/** Makes no database query for a token that this server did not sign, because anyone can send tokens. */
export async function checkCard(platform: Platform, token: string): Promise<CheckedCard> {
  const read = readCardToken(platform.secret, token, new Date());
  if (read === 'expired') return { state: 'expired' };
  const holder = read === 'forged' ? undefined : await holderOf(platform, read.sessionId);
  if (!holder) return { state: 'invalid' };
  const photo = await readPicture(platform, holder);
  return { state: holder.is_on_leave ? 'leave' : 'valid', name: holder.name, photo };
}

async function readPicture({ photos }: Platform, { profile_image_id: id }: CardHolder) {
  if (id === null) return null;
  try {
    const bytes = await photos.get(pictureKey('identity', id, 'thumbnail'));
    const type = recognisePhoto(bytes);
    return type ? `data:${type};base64,${Buffer.from(bytes).toString('base64')}` : null;
  } catch (error) {
    if (error instanceof BlobMissing) return null;
    throw error;
  }
}
