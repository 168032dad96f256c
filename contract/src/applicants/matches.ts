import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Id } from '../wire/paging.ts';

/** The maximum number of days between two applications that match. */
export const matchDays = 365;

/** The maximum number of matches that are listed for an applicant. */
export const matchesNamed = 20;

export const matchReasons = ['mobile_number', 'name', 'address', 'similar_name'] as const;
export type MatchReason = (typeof matchReasons)[number];

/** Another application whose applicant may be the same person or firm, or live at the same address. */
export const Match = z.object({
  because: z.array(z.enum(matchReasons)),
  /**
   * The applicant of the application who matches for the most reasons; absent for an application of another
   * lender.
   */
  applicant: z.optional(
    z.object({
      id: z.number(),
      application_id: z.string(),
      applicant_name: z.string(),
      created_at: z.string(),
    }),
  ),
});
export type Match = z.infer<typeof Match>;

/** Lists the matches of an applicant, newest first. */
export const applicantMatches = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/:id/matches/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: z.object({ results: z.array(Match) }),
});

/** Describes matches for the reports' forms, in at most 200 characters: 'Y: 2 (5521, another lender)' or 'N'. */
export function describeDedupe(matches: readonly Match[]): string {
  if (matches.length === 0) return 'N';
  const own = matches.flatMap(({ applicant }) => applicant?.application_id ?? []);
  const others = matches.length - own.length;
  const last = others === 0 ? [] : [others === 1 ? 'another lender' : `another lender: ${others}`];
  const said = (names: string[]) => `Y: ${matches.length} (${[...names, ...last].join(', ')})`;
  const named = own.length;
  for (let shown = named; shown > 0; shown -= 1) {
    const rest = named === shown ? [] : [`${named - shown} more`];
    const text = said([...own.slice(0, shown), ...rest]);
    if (text.length <= 200) return text;
  }
  return own.length === 0 ? said([]) : `Y: ${matches.length}`;
}
