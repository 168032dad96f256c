import { denial } from '../../../../domain/evidence/denied-visits.ts';
import type { Check } from '../../finding.ts';

/**
 * Finds a visit that a call-back denied. The call-back already stored the finding. This check returns the
 * finding again, so that a later run doesn't delete it.
 */
export const denied: Check = {
  id: denial.check,
  version: denial.version,
  find: ({ deniedAt }) =>
    deniedAt === null ? null : { level: denial.level, sentence: denial.sentence, measured: {} },
};
