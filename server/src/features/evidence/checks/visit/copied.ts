import { plainWords } from '../../between.ts';
import type { Check } from '../../finding.ts';

/** A remark, or a neighbour's words, that the agent wrote letter by letter for several others too. */
export const copied: Check = {
  id: 'facts.copied',
  version: 1,
  find: (one, { copiedLetters, copiedCases, copiedDays }) => {
    const own = one.visit.words.map(plainWords).filter((words) => words.length >= copiedLetters);
    const times = own.map((words) => {
      const others = one.wordsElsewhere.filter(
        (other) =>
          other.applicantId !== one.applicant.id &&
          other.words.some((said) => plainWords(said) === words),
      );
      return [...new Set(others.map(({ applicantId }) => applicantId))];
    });
    const most = times.sort((a, b) => b.length - a.length)[0] ?? [];
    if (most.length < copiedCases) return null;
    return {
      level: 'look',
      sentence: `The same words in ${most.length + 1} visits of this agent within ${copiedDays} days.`,
      measured: { visits: most.length + 1, days: copiedDays },
    };
  },
};
