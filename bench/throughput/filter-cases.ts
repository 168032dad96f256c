import type { Case, Sample } from './cases.ts';

export function filterCases({ agents, days }: Sample, [lender = 0]: number[]): Case[] {
  const agent = (turn: number) => agents[turn % agents.length];
  const list = (name: string, pathOf: (turn: number) => string): Case => ({
    name,
    isList: true,
    request: (turn) => ({ path: `/api/v1/${pathOf(turn)}&page_size=10` }),
  });
  const visits = 'verification_tasks/?fields=list';
  return [
    list('late at a lender', () => `applicants/?lender=${lender}&due=late`),
    list('late in an area', () => 'applicants/?pin=4110&due=late'),
    list('to visit by an agent', (turn) => `applicants/?agent=${agent(turn)}&status=assigned`),
    list('due today in a portfolio', () => 'applicants/?portfolio_name=Malabar MSME&due=today'),
    list('unassigned in an area', () => 'applicants/?pin=4110&assigned=false'),
    list(
      'to decide of an agent',
      (turn) => `${visits}&agent=${agent(turn)}&admin_decision=pending`,
    ),
    list('in for a lender since a day', () => `${visits}&lender=${lender}&from=${days(6)}`),
    list(
      'positive in a portfolio this week',
      () => `${visits}&portfolio_name=Malabar MSME&admin_decision=positive&from=${days(6)}`,
    ),
    list('locked doors of an agent', (turn) => `${visits}&agent=${agent(turn)}&outcome=locked`),
    list('to review within two hours', () => `${visits}&due=2h&admin_decision=pending`),
    list('all by due time', () => 'applicants/?sort=due'),
    list('an area by due time', () => 'applicants/?pin=41&sort=due'),
    list('page 900 by due time', () => 'applicants/?sort=due&page=900'),
    { name: 'the board', request: () => ({ path: '/api/v1/board/' }) },
  ];
}
