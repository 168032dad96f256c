import type { CheckedVerification } from '../../checked-verification.ts';
import { plainWords } from '../../compare.ts';
import { type Check, describeVerifications } from '../../finding.ts';

const most = 6;

export const copied: Check = {
  id: 'facts.copied',
  version: 2,
  find: (one, { copiedLetters, copiedCases, copiedDays }) => {
    const said = one.visit.words
      .map((text, at) => ({ words: plainWords(text), isRemark: at === 0 }))
      .filter(({ words }) => words.length >= copiedLetters)
      .map(({ words, isRemark }) => ({ isRemark, others: otherCasesWith(one, words) }))
      .sort((a, b) => b.others.length - a.others.length)[0];
    if (!said || said.others.length < copiedCases) return null;
    const visits = said.others.length + 1;
    const shown = said.others.slice(0, most);
    return {
      level: 'look',
      sentence: `This agent wrote ${said.isRemark ? 'the same remark' : 'the same words of a neighbour'} in ${visits} visits within ${copiedDays} days.`,
      measured: { visits, days: copiedDays },
      details: describeVerifications(
        said.others.map(({ verificationId }) => verificationId),
        most,
      ),
      otherApplicants: shown.map(({ applicantId }) => applicantId),
    };
  },
};

/** Returns, for each other applicant, the latest verification in which the agent wrote these words. */
function otherCasesWith({ applicant, recentWords }: CheckedVerification, words: string) {
  const byApplicant = new Map<number, CheckedVerification['recentWords'][number]>();
  for (const other of recentWords) {
    if (other.applicantId === applicant.id || byApplicant.has(other.applicantId)) continue;
    if (other.words.some((text) => plainWords(text) === words))
      byApplicant.set(other.applicantId, other);
  }
  return [...byApplicant.values()];
}
