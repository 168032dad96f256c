import { type Calibration, calibrationRules, type Figures } from '@doorstep/contract/calibration';
import { formatCount } from '../../lib/format.ts';

export interface Shown {
  value: number | null;
  low?: number | null;
  high?: number | null;
  words: string;
  cases: number;
}

export interface Figure {
  title: string;
  hint: string;
  of: (figures: Figures) => Shown;
}

const percent = (share: number) => `${Math.round(100 * share)} %`;
const score = (kappa: number) => kappa.toFixed(2).replace('-', '−');

function durationOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

const shown = (cases: number, value: number | null, words: (value: number) => string): Shown => ({
  ...{ cases, value },
  words: value === null ? tooFew(cases) : words(value),
});

const tooFew = (cases: number) => (cases === 0 ? '-' : 'too few');

const shareOf =
  (name: 'sent_back' | 'dismissed' | 'callbacks') =>
  ({ [name]: { cases, share } }: Figures) =>
    shown(cases, share, percent);

function agreementOf({ agreement: { cases, kappa, low, high } }: Figures): Shown {
  // Kappa is null either because there are too few cases, or because all answers are the same.
  const isSame = kappa === null && cases >= calibrationRules.leastCases;
  return {
    ...{ cases, value: kappa, low, high },
    words:
      kappa === null || low === null || high === null
        ? isSame
          ? 'all answers the same'
          : tooFew(cases)
        : `${score(kappa)} (${score(low)} to ${score(high)})`,
  };
}

export function figuresFor({ is_admin }: Calibration['user']): Figure[] {
  return [
    {
      title: 'Agreement',
      hint: is_admin
        ? 'with the other reviewer in random second looks'
        : 'of the agent’s observation with random second looks',
      of: agreementOf,
    },
    {
      title: 'Sent back',
      hint: is_admin ? 'of the cases decided or sent back' : 'of the visits',
      of: shareOf('sent_back'),
    },
    {
      title: 'Findings dismissed wrongly',
      hint: is_admin ? 'of the findings dismissed' : 'of the findings dismissed in these visits',
      of: shareOf('dismissed'),
    },
    {
      title: 'Call-backs that confirm the visit',
      hint: is_admin ? 'of the calls about these decisions' : 'of the calls about these visits',
      of: shareOf('callbacks'),
    },
    {
      title: is_admin ? 'Time per case' : 'Time at the door',
      hint: 'median',
      of: ({ time: { cases, seconds } }) => shown(cases, seconds, durationOf),
    },
  ];
}

export const casesInWords = (cases: number) => formatCount(cases, 'case');

const monthName = new Intl.DateTimeFormat('en', {
  ...{ month: 'short', year: 'numeric', timeZone: 'UTC' },
});

/** Formats '2026-03' as 'Mar 2026'. */
export const formatMonth = (month: string) => monthName.format(new Date(`${month}-01T00:00:00Z`));
