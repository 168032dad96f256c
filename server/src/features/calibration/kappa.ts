/** The cases that have the same two decisions and were drawn with the same probability. */
export interface Pairs {
  own: 'positive' | 'negative';
  other: 'positive' | 'negative';
  /** The probability of being drawn, in percent. Each drawn case stands for 100 / `percent` cases. */
  percent: number;
  count: number;
}

export interface Agreement {
  kappa: number;
  /** `low` and `high` are the limits of the 95 % confidence interval. */
  low: number;
  high: number;
}

type Cell = Pick<Pairs, 'own' | 'other'> & { weight: number; count: number };

const answers = ['positive', 'negative'] as const;
const z95 = 1.959964;

/**
 * Returns Cohen's kappa of two raters with its 95 % confidence interval. The weight of a case is the inverse
 * of its probability of being drawn. Returns null if there are no cases. Also returns null if both raters
 * gave the same single answer in every case, because kappa is then undefined.
 *
 * The standard error is that of Fleiss, Cohen and Everitt, "Large sample standard errors of kappa and
 * weighted kappa", Psychological Bulletin 72 (1969). The formula is written as the variance of the linearised
 * statistic, which allows for the weights of cases. A bootstrap would give another interval at each call.
 *
 * If the raters always agree, the formula gives an interval of width 0. For the interval, but not for kappa,
 * half a case of mean weight is therefore added to each cell (Gart and Zweifel, Biometrika 54, 1967).
 */
export function agreementOf(pairs: readonly Pairs[]): Agreement | null {
  const cells: Cell[] = pairs
    .filter(({ count }) => count > 0)
    .map(({ percent, ...pair }) => ({ ...pair, weight: 100 / percent }));
  const kappa = kappaOf(cells);
  if (kappa === null || cells.length === 0) return null;
  const cases = sum(cells, ({ count }) => count);
  const meanWeight = sum(cells, ({ count, weight }) => count * weight) / cases;
  const halves = answers.flatMap((own) =>
    answers.map((other) => ({ own, other, weight: meanWeight, count: 0.5 })),
  );
  const widened = [...cells, ...halves];
  const middle = kappaOf(widened) ?? kappa;
  const reach = z95 * standardError(widened);
  return {
    kappa,
    low: Math.max(-1, Math.min(kappa, middle - reach)),
    high: Math.min(1, Math.max(kappa, middle + reach)),
  };
}

function kappaOf(cells: readonly Cell[]): number | null {
  const { agreed, expected } = proportionsOf(cells);
  return expected > 1 - 1e-12 ? null : (agreed - expected) / (1 - expected);
}

export function standardError(cells: readonly Cell[]): number {
  const { total, agreed, expected, ofOwn, ofOther } = proportionsOf(cells);
  // The derivative of kappa with respect to the proportion of a cell, up to a constant.
  const slope = ({ own, other }: Cell) =>
    ((own === other ? 1 : 0) * (1 - expected) - (1 - agreed) * (ofOther[own] + ofOwn[other])) /
    (1 - expected) ** 2;
  const mean = sum(cells, (cell) => cell.count * cell.weight * slope(cell)) / total;
  const squares = sum(cells, (cell) => cell.count * (cell.weight * (slope(cell) - mean)) ** 2);
  return Math.sqrt(squares) / total;
}

function proportionsOf(cells: readonly Cell[]) {
  const weigh = (isMeant: (cell: Cell) => boolean) =>
    sum(cells.filter(isMeant), ({ count, weight }) => count * weight);
  const total = weigh(() => true);
  const share = (isMeant: (cell: Cell) => boolean) => weigh(isMeant) / total;
  const [ofOwn, ofOther] = (['own', 'other'] as const).map((rater) => ({
    positive: share((cell) => cell[rater] === 'positive'),
    negative: share((cell) => cell[rater] === 'negative'),
  })) as [Record<Pairs['own'], number>, Record<Pairs['own'], number>];
  const agreed = share(({ own, other }) => own === other);
  const expected = sum(answers, (answer) => ofOwn[answer] * ofOther[answer]);
  return { total, agreed, expected, ofOwn, ofOther };
}

const sum = <T>(all: readonly T[], of: (one: T) => number) =>
  all.reduce((total, one) => total + of(one), 0);
