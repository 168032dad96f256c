import { checkIds, checksInWords } from '@doorstep/contract/evidence/checks';
import type { World } from './make-world.ts';

const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;

/** What the checks find in a world, as tables of the documentation. */
export function evidenceTables({ honest, frauds }: World): string {
  const { cases } = honest;
  return [
    `Of ${cases.toLocaleString('en')} honest visits ${share(honest.serious, cases)} are serious and ${share(honest.look, cases)} at least worth a look.`,
    '',
    '| Check | fires on honest visits | known false alarms |',
    '| --- | ---: | --- |',
    ...checkIds.map(
      (id) =>
        `| ${checksInWords[id].title} (\`${id}\`) | ${((100 * (honest.byCheck.get(id) ?? 0)) / cases).toFixed(2)} % | ${checksInWords[id].falseAlarms} |`,
    ),
    '',
    '| Fraud, 300 visits of each | caught | of these serious | bound |',
    '| --- | ---: | ---: | --- |',
    ...frauds.map(
      ({ name, isBound, look, serious, cases: of }) =>
        `| ${name} | ${share(look, of)} | ${share(serious, of)} | ${isBound ? '90 %' : 'none: reported'} |`,
    ),
  ].join('\n');
}
