import * as z from 'zod/mini';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { nameWithoutInvisible } from '../text/visible-text.ts';
import { text } from '../wire/inputs.ts';

const words = (name: string, max: number) => text(max).check(z.trim(), withoutAadhaar(name));
const optionalWords = (name: string, max: number) => z._default(words(name, max), '');
const personName = (name: string) =>
  z._default(words(name, 200).check(nameWithoutInvisible(name)), '');

export const Statement = z.object({
  neighbour1_name: personName('neighbour1_name'),
  neighbour1_address: optionalWords('neighbour1_address', 1000),
  neighbour1_feedback: optionalWords('neighbour1_feedback', 2000),
  neighbour2_name: personName('neighbour2_name'),
  neighbour2_address: optionalWords('neighbour2_address', 1000),
  neighbour2_feedback: optionalWords('neighbour2_feedback', 2000),
  remark: optionalWords('remark', 4000),
  verification_address: optionalWords('verification_address', 1000),
});
export type Statement = z.infer<typeof Statement>;
