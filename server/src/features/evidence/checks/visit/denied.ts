import { denial } from '../../../../domain/evidence/denied-visits.ts';
import type { Check } from '../../finding.ts';

/**
 * Finds a visit that a call-back denied. The finding is stored with the result of the call; later checks of
 * the verification preserve it.
 */
export const denied: Check = {
  id: denial.check,
  version: denial.version,
  find: ({ deniedAt }) =>
    deniedAt === null ? null : { level: denial.level, sentence: denial.sentence, measured: {} },
};
