import { limits } from '@doorstep/contract/limits';
import { SubmissionFields, SubmissionSubject } from '@doorstep/contract/verifications/submission';
import type { FastifyRequest } from 'fastify';
import { readTolerantly } from '../../../http/contract/contract-route.ts';
import { readIdempotencyKey } from '../../../http/contract/idempotency-key.ts';
import { withoutEmpty } from '../../../http/contract/tolerance.ts';
import { type FieldErrors, invalid, quote } from '../../../problems.ts';
import type { PhotoSpool, SpooledPhoto } from '../../../storage/photos/photo-spool.ts';
import type { KeepPhoto } from './submission-service.ts';

/** The limits of the multipart parser. The contract's rules are checked afterwards. */
const multipart = { fields: 40, fieldSize: 65_536, files: 40, parts: 80, fileSize: Infinity };

export function requireIdempotencyKey(request: FastifyRequest): string {
  const key = readIdempotencyKey(request);
  if (key !== undefined) return key;
  throw invalid({
    'Idempotency-Key': [
      'The header Idempotency-Key is required: 8 to 100 visible characters, the same whenever one submission is sent again.',
    ],
  });
}

/**
 * Reads a submission. Each photo is buffered in a file, and passed to `keep` when it has arrived. After a
 * rejection, the remaining parts are still read and discarded. Otherwise, a client that is still sending
 * would not see the answer.
 */
export async function readSubmission(
  request: FastifyRequest,
  spool: PhotoSpool,
  keep: KeepPhoto,
): Promise<SubmissionFields> {
  const fields = new Map<string, unknown>();
  const errors: FieldErrors = {};
  let failure: unknown;
  let photos = 0;
  for await (const part of request.parts({ limits: multipart })) {
    if (part.type === 'field') {
      if (fields.has(part.fieldname)) errors[part.fieldname] = [`${part.fieldname} was sent twice`];
      if (part.valueTruncated) errors[part.fieldname] = [`${part.fieldname} is too long`];
      fields.set(part.fieldname, part.value);
      continue;
    }
    await spool(part.file, failure ? 0 : limits.photoMaxBytes, async (photo) => {
      if (failure) return;
      photos += 1;
      await keep(accept(part.fieldname, photos, photo), readSubject(fields));
    }).catch((error: unknown) => {
      failure ??= error;
    });
  }
  if (failure) throw failure;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return readTolerantly(SubmissionFields, withoutEmpty(Object.fromEntries(fields)));
}

/** Returns undefined if no part that names the applicant or the application has arrived yet. */
function readSubject(fields: Map<string, unknown>): SubmissionSubject | undefined {
  const subject = readTolerantly(SubmissionSubject, withoutEmpty(Object.fromEntries(fields)));
  return subject.application_id === undefined && subject.applicant_id === undefined
    ? undefined
    : subject;
}

function accept(name: string, number: number, photo: SpooledPhoto | undefined): SpooledPhoto {
  if (name !== 'photos')
    throw invalid({ [name]: [`Send files in the field photos, not in ${quote(name)}.`] });
  if (number > limits.photosPerVerification) {
    throw invalid({ photos: [`At most ${limits.photosPerVerification} photos can be sent.`] });
  }
  if (!photo) {
    const megabytes = limits.photoMaxBytes / 1_048_576;
    throw invalid({ photos: [`Photo ${number} is larger than ${megabytes} MB.`] });
  }
  return photo;
}
