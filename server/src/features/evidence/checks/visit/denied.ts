import { denial } from '../../../../domain/evidence/denied-visits.ts';
import type { Check } from '../../finding.ts';

/**
 * Repeats the finding that the call-back stored, because each run of the checks deletes undismissed findings
 * that no check returns.
 */
export const denied: Check = {
  id: denial.check,
  version: denial.version,
  find: ({ deniedAt }) =>
    deniedAt === null ? null : { level: denial.level, sentence: denial.sentence, measured: {} },
};
