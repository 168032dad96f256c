import { type CheckId, checkIds, checkTraits } from '@doorstep/contract/evidence/checks';
import type { World } from './make-world.ts';

const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;

/**
 * The checks whose rate on honest visits says nothing about the check, because the simulated world sets how
 * often honest visits have what the check looks for.
 */
const drawn = new Set<CheckId>([
  ...(['photo.same_file', 'photo.lookalike', 'photo.imported', 'place.district'] as const),
  ...(['place.photos_apart', 'gps.frozen', 'gps.jumps', 'time.before_task', 'time.order'] as const),
  ...(['facts.copied', 'device.unknown', 'device.shared'] as const),
]);

export function evidenceTables({ honest, frauds }: World): string {
  const { cases } = honest;
  return [
    `${share(honest.serious, cases)} of ${cases.toLocaleString('en')} honest visits are serious and ${share(honest.look, cases)} at least worth a look.`,
    '',
    '| Check | fires on honest visits | that is | known false alarms |',
    '| --- | ---: | --- | --- |',
    ...checkIds.map(
      (id) =>
        `| ${checkTraits[id].title} (\`${id}\`) | ${((100 * (honest.byCheck.get(id) ?? 0)) / cases).toFixed(2)} % | ${drawn.has(id) ? 'drawn' : 'follows'} | ${checkTraits[id].falseAlarms} |`,
    ),
    '',
    '| Fraud, 300 visits of each | caught | serious | bound |',
    '| --- | ---: | ---: | --- |',
    ...frauds.map(
      (fraud) =>
        `| ${fraud.name}${fraud.isLookedUp ? ' (look-up simulated)' : ''} | ${share(fraud.look, fraud.cases)} | ${share(fraud.serious, fraud.cases)} | ${boundOf(fraud)} |`,
    ),
  ].join('\n');
}

const boundOf = ({ isBound, isMissed }: World['frauds'][number]) =>
  isMissed ? '90 % wanted, not met' : isBound ? '90 %' : 'none: reported';
