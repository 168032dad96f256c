import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { list, Sha256, text, Uuid } from '../wire/inputs.ts';

export const visitFileName = (visitId: string) => `visit-${visitId}.doorstep`;

export const visitFileMark = 'doorstep-visit/1';

/**
 * The second line of a visit file, as JSON. `envelope` is the same as in `sendVisit`. `photos` describes the
 * rest of the visit file: the signature, if there is one, and the photos. They follow in this order,
 * encrypted like the envelope.
 */
export const VisitFileHead = z.object({
  visit_id: Uuid,
  envelope: text(400_000).check(z.base64()),
  photos: list(
    z.object({
      /** The hash before the encryption, as in the manifest. */
      sha256: Sha256,
      /** The number of encrypted bytes. */
      bytes: z.int().check(z.gte(1), z.lte(limits.photoMaxBytes + 65_536)),
    }),
    limits.photosPerVerification + 1,
  ),
});
export type VisitFileHead = z.infer<typeof VisitFileHead>;

/** Returns the first two lines of a visit file. */
export const visitFileStart = (head: VisitFileHead) =>
  `${visitFileMark}\n${JSON.stringify(head)}\n`;
