import * as z from 'zod/mini';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { nameWithoutInvisible } from '../text/visible-text.ts';

const text = (name: string, max: number) =>
  z._default(z.string().check(z.trim(), z.maxLength(max), withoutAadhaar(name)), '');
const personName = (name: string) =>
  z._default(text(name, 200).check(nameWithoutInvisible(name)), '');

/** What the agent says beside the facts, in a visit as in a submission. */
export const Findings = z.object({
  neighbour1_name: personName('neighbour1_name'),
  neighbour1_address: text('neighbour1_address', 1000),
  neighbour1_feedback: text('neighbour1_feedback', 2000),
  neighbour2_name: personName('neighbour2_name'),
  neighbour2_address: text('neighbour2_address', 1000),
  neighbour2_feedback: text('neighbour2_feedback', 2000),
  remark: text('remark', 4000),
  verification_address: text('verification_address', 1000),
});
export type Findings = z.infer<typeof Findings>;
