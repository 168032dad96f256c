import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { list, Sha256, text, Uuid } from '../wire/inputs.ts';

/** Returns the name of the file of a visit that a phone could not send. */
export const visitFileName = (visitId: string) => `visit-${visitId}.doorstep`;

/** The first line of the file of a visit. */
export const visitFileMark = 'doorstep-visit/1';

/**
 * The second line of the file of a visit, as JSON. `envelope` is that of `sendVisit`. `photos` describes
 * the rest of the file: the signature and each photo in turn, encrypted like the envelope.
 */
export const VisitFileHead = z.object({
  visit_id: Uuid,
  envelope: text(400_000).check(z.base64()),
  photos: list(
    z.object({
      /** The hash of the photo itself, as in the manifest. */
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
