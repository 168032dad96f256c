import * as z from 'zod/mini';
import { defineEndpoint } from '../wire/endpoint.ts';
import { Id } from '../wire/paging.ts';

/** Two applicants match only if they were created within this number of days of each other. */
export const matchDays = 365;

export const matchesNamed = 20;

export const matchReasons = ['mobile_number', 'name', 'address', 'similar_name'] as const;
export type MatchReason = (typeof matchReasons)[number];

export const Match = z.object({
  because: z.array(z.enum(matchReasons)),
  /**
   * The applicant of the matching application that matches for the most reasons. Absent if the application
   * belongs to a different lender.
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

export const applicantMatches = defineEndpoint({
  method: 'GET',
  path: '/api/v1/applicants/:id/matches/',
  access: 'admin',
  params: z.object({ id: Id }),
  response: z.object({ results: z.array(Match) }),
});

/**
 * Returns the text of the report's dedupe field, at most 200 characters: 'N' without matches, otherwise for
 * example 'Y: 2 (5521, another lender)'.
 */
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
