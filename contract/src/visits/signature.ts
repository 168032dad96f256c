import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { Moment } from '../wire/days.ts';
import { Sha256, text } from '../wire/inputs.ts';

export const signatureAnswers = ['signed', 'declined', 'not_asked'] as const;
export type SignatureAnswer = (typeof signatureAnswers)[number];

/**
 * The answer of the person who was asked to sign, as a phone records it. The file is only a picture of the
 * signature, without strokes, times or pressure. It is sent like a photo.
 */
export const ManifestSignature = z
  .object({
    answer: z.enum(signatureAnswers),
    at: Moment,
    /** The words of consent that the person saw, in the agent's language. */
    words: text(1_000).check(z.trim(), withoutAadhaar('words')),
    file: z.nullable(
      z.object({
        kind: z.literal('signature'),
        sha256: Sha256,
        bytes: z.int().check(z.gte(1), z.lte(limits.signatureMaxBytes)),
        width: z.int().check(z.gte(1), z.lte(4_000)),
        height: z.int().check(z.gte(1), z.lte(4_000)),
      }),
    ),
  })
  .check(
    z.refine(({ answer, file }) => (answer === 'signed') === (file !== null), {
      path: ['file'],
      error: 'Send a file only if the person signed.',
    }),
  );
export type ManifestSignature = z.infer<typeof ManifestSignature>;

export const Signature = z.object({
  answer: z.enum(signatureAnswers),
  /** The time of the answer, by the server's clock. */
  at: z.string(),
  words: z.string(),
  /**
   * A relative, signed link that expires. Null if there is no picture, or if it has not arrived yet or was
   * deleted.
   */
  url: z.nullable(z.string()),
});
export type Signature = z.infer<typeof Signature>;
