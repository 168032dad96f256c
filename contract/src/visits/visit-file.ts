import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { list, Sha256, text, Uuid } from '../wire/inputs.ts';

export const visitFileName = (visitId: string) => `visit-${visitId}.doorstep`;

export const visitFileMark = 'doorstep-visit/1';

/**
 * The second line of the file of a visit, as JSON. `envelope` is the same as in `sendVisit`. The files in
 * `photos` follow in this order, encrypted like the envelope: the signature, if there is one, and then the
 * photos.
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

/** Returns the first two lines of the file of a visit. The encrypted photos follow in the order of `photos`. */
export const visitFileStart = (head: VisitFileHead) =>
  `${visitFileMark}\n${JSON.stringify(head)}\n`;
