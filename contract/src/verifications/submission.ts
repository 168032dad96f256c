import * as z from 'zod/mini';
import { decisions } from '../verifications.ts';
import { heldReasons } from '../visits/held.ts';
import { Statement } from '../visits/statement.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { text } from '../wire/inputs.ts';
import { Id } from '../wire/paging.ts';

const coordinate = (name: string, bound: number) =>
  z.optional(
    z.pipe(
      text(40).check(
        z.trim(),
        z.regex(/^-?\d{1,3}(\.\d{1,15})?$/, `${name} must be a decimal number of degrees`),
        z.refine(
          (degrees) => Math.abs(Number(degrees)) <= bound,
          `${name} must be between -${bound} and ${bound}`,
        ),
      ),
      z.transform(Number),
    ),
  );

/**
 * `application_id` is enough if the agent has only one open contact point of this application. If the agent
 * has several, `applicant_id` chooses the applicant.
 */
export const SubmissionSubject = z.object({
  application_id: z.optional(
    text(100).check(z.trim(), z.minLength(1, 'application_id is required')),
  ),
  applicant_id: z.optional(Id),
});
export type SubmissionSubject = z.infer<typeof SubmissionSubject>;

export const SubmissionFields = z
  .object({
    ...SubmissionSubject.shape,
    overall_observation: z.enum(decisions, 'overall_observation must be positive or negative'),
    ...Statement.shape,
    latitude: coordinate('latitude', 90),
    longitude: coordinate('longitude', 180),
  })
  .check(
    z.refine(
      ({ application_id, applicant_id }) =>
        application_id !== undefined || applicant_id !== undefined,
      {
        path: ['application_id'],
        error: 'application_id is required',
      },
    ),
  );
export type SubmissionFields = z.infer<typeof SubmissionFields>;

/**
 * Submits a visit in one multipart request: the text parts of {@link SubmissionFields}, and up to twelve
 * `photos`. The header `Idempotency-Key` is required.
 */
export const submitVerification = defineEndpoint({
  method: 'POST',
  path: '/api/v1/verification_tasks/',
  access: 'agent',
  request: 'multipart',
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    /**
     * Null while the visit is held, and if an admin set the visit aside. A held visit becomes a verification
     * when an admin makes it count.
     */
    verification_id: z.nullable(z.number()),
    image_count: z.number(),
    held_because: z.optional(z.enum(heldReasons)),
  }),
  status: 201,
});

/** The server determines the type of a photo by its content. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/heic'] as const;
