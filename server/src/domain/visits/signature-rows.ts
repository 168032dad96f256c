import type { Signature } from '@doorstep/contract/visits/signature';
import { type RawBuilder, sql } from 'kysely';
import { isoUtc } from '../../db/moments.ts';
import { serverTime } from './server-time.ts';
import { wasSentBackForIt } from './visit-of-verification.ts';

/** A person's answer to the request for a signature, still without the picture's link, which soon expires. */
export type SignatureRecord = Omit<Signature, 'url'> & { picture_id: string | null };

const record = sql`json_build_object('answer', s.answer, 'at', ${isoUtc(serverTime('s.answered_at', 'asked'))},
  'words', s.words, 'picture_id', s.picture_id)`;

export const signatureOf = (visitId: RawBuilder<unknown>) => sql<SignatureRecord | null>`(
  select ${record} from signatures s join visits asked on asked.id = s.visit_id where s.visit_id = ${visitId})`;

/** The last answer to the request for a signature, from the visits that were sent back before `v`. */
export const earlierSignature = sql<SignatureRecord | null>`(
  select ${record} from verifications p join signatures s on s.visit_id = p.visit_id
  join visits asked on asked.id = p.visit_id
  where ${wasSentBackForIt} order by p.id desc limit 1)`;
