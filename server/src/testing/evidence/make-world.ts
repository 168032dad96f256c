import type { CheckId } from '@doorstep/contract/evidence/checks';
import type { EvidenceLevel } from '@doorstep/contract/evidence/levels';
import type { Finding } from '../../features/evidence/finding.ts';
import { runChecks } from '../../features/evidence/run-checks.ts';
import { thresholdsWith } from '../../features/evidence/thresholds.ts';
import { chancesOf } from './world/chances.ts';
import { frauds } from './world/frauds.ts';
import { agents, drawDay, learn } from './world/honest.ts';
import { drawPins } from './world/pins.ts';
import { caseOf, type WorldVisit } from './world/visit-maker.ts';

interface Rates {
  cases: number;
  serious: number;
  look: number;
  /** The number of findings of each check, at any level. */
  byCheck: Map<CheckId, number>;
}

export interface World {
  honest: Rates;
  frauds: (Rates & Omit<(typeof frauds)[number], 'stage'>)[];
}

/**
 * Returns the worst level of a visit's findings. Several notes count as `look`, and a single note as null,
 * because a note matters only together with another finding.
 */
function worst(findings: Finding[]): EvidenceLevel | null {
  if (findings.some(({ level }) => level === 'serious')) return 'serious';
  return findings.length > 1 || findings.some(({ level }) => level === 'look') ? 'look' : null;
}

function rate(cases: Finding[][]): Rates {
  const byCheck = new Map<CheckId, number>();
  for (const { check } of cases.flat()) byCheck.set(check, (byCheck.get(check) ?? 0) + 1);
  const levels = cases.map(worst);
  return {
    cases: cases.length,
    serious: levels.filter((level) => level === 'serious').length,
    look: levels.filter((level) => level !== null).length,
    byCheck,
  };
}

/** Runs the checks on a simulated world of honest visits and frauds. The same seed gives the same world. */
export function makeWorld(
  seed: number,
  { honest: wanted, each }: { honest: number; each: number },
): World {
  const chances = chancesOf(seed);
  const pins = drawPins(chances);
  const thresholds = thresholdsWith();
  const byAgent: WorldVisit[][] = Array.from({ length: agents }, () => []);
  for (let day = 0, made = 0; made < wanted; day += 1) {
    for (const [agentId, visits] of byAgent.entries()) {
      const drawn = drawDay(chances, pins, agentId, day).slice(0, wanted - made);
      visits.push(...drawn);
      made += drawn.length;
    }
  }
  const learned = learn(byAgent.flat());
  const check = (visit: WorldVisit, others: WorldVisit[]) =>
    runChecks(caseOf(visit, others, learned), thresholds);
  const honest = byAgent.flatMap((visits) => visits.map((visit) => check(visit, visits)));
  return {
    honest: rate(honest),
    frauds: frauds.map(({ stage, ...fraud }) => {
      const found: Finding[][] = [];
      while (found.length < each) {
        const staged = stage(chances, pins);
        const all = [...staged.honest, ...staged.false];
        found.push(...staged.false.map((visit) => check(visit, all)));
      }
      return { ...fraud, ...rate(found.slice(0, each)) };
    }),
  };
}
