/** How a visit ended. The agent's own verdict is a separate value, the overall observation. */
export const visitOutcomes = [
  'met',
  'locked',
  'shifted',
  'no_such_person',
  'untraceable',
  'entry_refused',
  'refused',
  'unsafe',
] as const;
export type VisitOutcome = (typeof visitOutcomes)[number];

export const outcomeLabels: Record<VisitOutcome, string> = {
  met: 'Met',
  locked: 'Door locked',
  shifted: 'Shifted',
  no_such_person: 'No such person',
  untraceable: 'Address not found',
  entry_refused: 'Entry refused',
  refused: 'Refused to answer',
  unsafe: 'Not safe to visit',
};

/**
 * Returns the outcome in words. From the second visit on, adds the number of the attempt: 'Door locked, 2nd
 * attempt'.
 */
export function outcomeInWords(outcome: VisitOutcome | null, tries: number): string {
  const label = outcome ? outcomeLabels[outcome] : 'Visited';
  return tries > 1 ? `${label}, ${tries}${ending(tries)} attempt` : label;
}

function ending(count: number): string {
  if (count % 100 >= 11 && count % 100 <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][count % 10] ?? 'th';
}
