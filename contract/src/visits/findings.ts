import * as z from 'zod/mini';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { nameWithoutInvisible } from '../text/visible-text.ts';
import { text } from '../wire/inputs.ts';

const finding = (name: string, max: number) => text(max).check(z.trim(), withoutAadhaar(name));
const words = (name: string, max: number) => z._default(finding(name, max), '');
const personName = (name: string) =>
  z._default(finding(name, 200).check(nameWithoutInvisible(name)), '');

/** What the agent says beside the facts, in a visit as in a submission. */
export const Findings = z.object({
  neighbour1_name: personName('neighbour1_name'),
  neighbour1_address: words('neighbour1_address', 1000),
  neighbour1_feedback: words('neighbour1_feedback', 2000),
  neighbour2_name: personName('neighbour2_name'),
  neighbour2_address: words('neighbour2_address', 1000),
  neighbour2_feedback: words('neighbour2_feedback', 2000),
  remark: words('remark', 4000),
  verification_address: words('verification_address', 1000),
});
export type Findings = z.infer<typeof Findings>;
