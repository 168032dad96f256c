import { areas, portfolios, streets } from '../../server/src/demo/cases/places.ts';
import { seeded } from '../../server/src/demo/seeded.ts';
import { applicantNames, buildings, feedback, neighbours, remarks } from './words.ts';

/** The numbers of generated rows, and the seed. The same numbers and seed give the same rows. */
export interface Amounts {
  seed: number;
  applicants: number;
  verifications: number;
  /** If given, all applicants except the newest `open` applicants are visited and decided. */
  open?: number;
  agents: number;
  photosPerVerification: number;
  days: number;
}

const commonSurnames = ['Sharma', 'Singh', 'Kumar', 'Patel', 'Reddy', 'Verma', 'Mishra', 'Das'];
export const firstNames = applicantNames.map((name) => name.split(' ')[0] ?? name);
export const surnames = [
  ...applicantNames.map((name) => name.split(' ').at(-1) ?? name),
  ...commonSurnames,
];
const visitTypes = ['RESIDENCE', 'RESIDENCE VISIT', 'OFFICE', 'RESIDENCE', 'OFFICE VISIT'];

const firstApplicant = 10_001;
const firstVerification = 50_001;
const day = 86_400_000;
type Field = string | number | null;

export const applicationIdAt = (index: number) => {
  // 7919 and 100,000,000 have no common divisor, so no two applicants get the same digits.
  const digits = String((1_054_802 + index * 7_919) % 100_000_000).padStart(8, '0');
  return `${portfolios[index % portfolios.length]?.prefix}26${digits}`;
};

export function agentAt(index: number) {
  const chance = seeded(index + 77);
  return {
    name: `${chance.pick(firstNames)} ${chance.pick(surnames)} ${index + 1}`,
    email: `agent${index}@bench.test`,
    phone: String(7_100_000_000 + index * 137),
  };
}

/** Yields applicants and their visits one by one, oldest first, because a list of all would take too much memory. */
export function* madeUpCases(
  { seed, applicants, verifications, open = applicants, agents, days }: Amounts,
  agentIds: number[],
  adminId: number,
  now: number,
) {
  const chance = seeded(seed);
  let visited = 0;
  for (let index = 0; index < applicants; index += 1) {
    const created = now - days * day + Math.floor((days * day * index) / applicants);
    const isClosed = index < applicants - open;
    const visitsBefore = (count: number) => Math.floor((count * verifications) / applicants);
    const isVisited = isClosed || visitsBefore(index + 1) > visitsBefore(index);
    const isPending = !isVisited && chance.next() < 0.35;
    const isDecided = isVisited && (chance.next() < 0.65 || isClosed);
    const status = isDecided
      ? 'submitted'
      : isVisited
        ? 'visited'
        : isPending
          ? 'pending'
          : 'assigned';
    const agent = agentIds[chance.between(0, agents - 1)] ?? null;
    const area = chance.pick(areas);
    const portfolio = portfolios[index % portfolios.length];
    if (!portfolio) throw new Error('There are no portfolios');
    const id = firstApplicant + index;
    const address = `${chance.between(1, 400)}, ${chance.pick(buildings)}, ${chance.pick(streets)}, ${area.place}`;
    const createdAt = new Date(created).toISOString();
    const applicant: Field[] = [
      id,
      applicationIdAt(index),
      `${chance.pick(firstNames)} ${chance.pick(surnames)}`,
      chance.next() < 0.8 ? 'Applicant' : 'Co-applicant',
      portfolio.name,
      portfolio.product,
      chance.pick(visitTypes),
      String(9_000_000_000 + chance.between(0, 999_999_999)),
      String(area.pin),
      address,
      chance.next() < 0.2 ? 'Please call before the visit.' : '',
      status,
      isPending ? null : agent,
      createdAt,
      createdAt,
    ];
    if (!isVisited) {
      yield { applicant };
      continue;
    }
    const observation = chance.next() < 0.8 ? ('positive' as const) : ('negative' as const);
    const submitted = new Date(Math.min(now, created + chance.between(4, 40) * 3_600_000));
    const decided = new Date(Math.min(now, submitted.getTime() + 3_600_000)).toISOString();
    const verification: Field[] = [
      firstVerification + visited,
      id,
      agent,
      portfolio.name,
      observation,
      chance.pick(neighbours),
      address,
      chance.pick(feedback[observation]),
      chance.pick(neighbours),
      address,
      chance.pick(feedback[observation]),
      chance.pick(remarks[observation]),
      address,
      area.latitude + chance.next() / 50,
      area.longitude + chance.next() / 50,
      submitted.toISOString(),
      isDecided ? observation : 'pending',
      isDecided ? adminId : null,
      isDecided ? decided : null,
      `bench-${visited}`,
      '\\x00',
    ];
    visited += 1;
    yield { applicant, verification, area, submitted };
  }
}

export type MadeUpCase = ReturnType<typeof madeUpCases> extends Generator<infer C> ? C : never;
