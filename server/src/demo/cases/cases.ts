import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import { type Chance, seeded } from '../seeded.ts';
import { type WorkingTime, workingDay } from '../working-time.ts';
import { activeAgentNames } from './people.ts';
import { type Area, areas, businesses, homes, type Place, portfolios, streets } from './places.ts';
import { type DemoVisit, tellInTurn, visitOf } from './visits.ts';

export interface DemoCase {
  applicationId: string;
  name: string;
  gender: 'MALE' | 'FEMALE';
  type: string;
  portfolio: string;
  product: string;
  visitType: string;
  place: Place;
  mobile: string;
  pin: string;
  address: string;
  message: string;
  status: ApplicantStatus;
  createdAt: Date;
  /** The index among the active agents; null if no agent is assigned. */
  agent: number | null;
  visit: DemoVisit | null;
}

const caseCount = 240;
const oldest = 21 * workingDay;
const newest = workingDay / 2;
const activeAgents = activeAgentNames.length;

function statusOf(index: number): { status: ApplicantStatus; decision: DecisionFilter } {
  switch (index % 6) {
    case 0:
      return index % 4 === 0
        ? { status: 'pending', decision: 'pending' }
        : { status: 'assigned', decision: 'pending' };
    case 1:
      return { status: 'visited', decision: 'pending' };
    case 2:
      return { status: 'submitted', decision: 'positive' };
    case 3:
      return { status: 'pending', decision: 'pending' };
    case 4:
      return { status: 'assigned', decision: 'pending' };
    default:
      return { status: 'submitted', decision: index % 12 === 5 ? 'positive' : 'negative' };
  }
}

function takeTurns() {
  const given = { visits: 0, others: 0 };
  return (kind: keyof typeof given) => {
    const turn = given[kind];
    given[kind] += 1;
    return { agent: turn % activeAgents, nth: Math.floor(turn / activeAgents) };
  };
}

/**
 * Returns the place of an agent's visit. Of six visits, four are to homes, one is to a shop and one is to
 * an office. No agent visits a place twice.
 */
function placeOf(agent: number, nth: number): Place {
  const step = (agent + nth) % 6;
  const places = step === 2 || step === 4 ? businesses : homes;
  const at = places === homes ? 2 * agent + nth : agent + (step === 4 ? 3 : 0);
  const place = places[at % places.length];
  if (!place) throw new Error('There are no places');
  return place;
}

/** Returns a function that returns another person's name for an area with each call. */
function dealNames() {
  const given = new Map<Area, number>();
  return (area: Area): { name: string; gender: DemoCase['gender'] } => {
    const nth = given.get(area) ?? 0;
    given.set(area, nth + 1);
    const { first, last, whole } = area.names;
    const genderAt = (place: number) => (place % 2 === 0 ? 'MALE' : 'FEMALE');
    const round = Math.floor(nth / 8);
    if (nth % 8 === 7) {
      const place = round % whole.length;
      return { name: whole[place] ?? '', gender: genderAt(place) };
    }
    const at = nth - round;
    const place = at % first.length;
    const family = (at + Math.floor(at / first.length)) % last.length;
    return { name: `${first[place]} ${last[family]}`, gender: genderAt(place) };
  };
}

/**
 * Returns how long ago each applicant was received, in working time. Even the newest applicants were received
 * long enough ago for a visit and a decision.
 */
const agesOf = (chance: Chance): number[] =>
  Array.from({ length: caseCount }, (_, index) => {
    const share = (caseCount - index - chance.next()) / caseCount;
    return newest + share * (oldest - newest);
  });

/** Returns the demo's cases, which differ from load to load only in their times. */
export function demoCases(now: Date, { add }: WorkingTime): DemoCase[] {
  const chance = seeded(20_260_101);
  const turn = takeTurns();
  const nextName = dealNames();
  const nextStory = tellInTurn();
  const ago = (workingTime: number) => add(now, -workingTime);
  const cases = agesOf(chance).map((created, index): DemoCase => {
    const { status, decision } = statusOf(index);
    const isVisited = status === 'visited' || status === 'submitted';
    const { agent, nth } = turn(isVisited ? 'visits' : 'others');
    const area = areas[agent % areas.length];
    if (!area) throw new Error('There are no areas');
    const portfolio = chance.pick(portfolios);
    const place = placeOf(agent, nth);
    const house = chance.between(2, 60);
    const street = `${chance.pick(streets)}, ${area.place} ${area.pin}`;
    const applicant = {
      applicationId: `${portfolio.prefix}26${String(1_054_802 + index * 7_919).padStart(8, '0')}`,
      ...nextName(area),
      type: chance.next() < 0.8 ? 'Applicant' : 'Co-Applicant',
      portfolio: portfolio.name,
      product: portfolio.product,
      visitType: chance.pick(
        place.kind === 'home'
          ? ['RESIDENCE', 'RESIDENCE', 'RESIDENCE VISIT']
          : ['OFFICE', 'OFFICE', 'OFFICE VISIT'],
      ),
      place,
      mobile: `98${String(20_000_000 + index * 31_337).slice(-8)}`,
      pin: String(area.pin),
      address: `${place.name}, ${house} ${street}`,
      message: chance.next() < 0.2 ? 'Please call before the visit.' : '',
      createdAt: ago(created),
    };
    return {
      ...applicant,
      status,
      agent: status === 'pending' ? null : agent,
      visit: isVisited
        ? visitOf(
            chance,
            { created, place, area, house, street, agent, nth, decision },
            ago,
            nextStory,
          )
        : null,
    };
  });
  return shareNumbers(cases);
}

/**
 * Gives three applicants of each area the same application number: the two newest at a home, and the newest
 * at a shop or office. The older applicant at a home becomes the co-applicant.
 */
function shareNumbers(cases: DemoCase[]): DemoCase[] {
  const shared = new Map<DemoCase, DemoCase>();
  for (const { pin } of areas) {
    const there = cases.filter((one) => one.pin === String(pin)).toReversed();
    const [home, other] = there.filter(({ place }) => place.kind === 'home');
    const office = there.find(({ place }) => place.kind !== 'home');
    if (!home || !other || !office) continue;
    const { applicationId, portfolio, product, name, gender, mobile } = home;
    const loan = { applicationId, portfolio, product };
    shared.set(home, { ...home, type: 'Applicant' });
    shared.set(office, { ...office, ...loan, name, gender, mobile, type: 'Applicant' });
    shared.set(other, { ...other, ...loan, type: 'Co-Applicant' });
  }
  return cases.map((one) => shared.get(one) ?? one);
}
