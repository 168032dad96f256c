import type { ApplicantStatus } from '@doorstep/contract/applicants';
import { isResidenceVisit } from '@doorstep/contract/reports/prefill';
import type { Decision, DecisionFilter } from '@doorstep/contract/verifications';
import type { Scene } from './draw-place.ts';
import {
  applicantNames,
  areas,
  buildings,
  feedback,
  neighbours,
  portfolios,
  remarks,
  streets,
} from './people.ts';
import { type Chance, seeded } from './seeded.ts';

export interface DemoPhoto {
  scene: Scene;
  takenAt: Date;
  latitude: number;
  longitude: number;
}

export interface DemoVerification {
  observation: Decision;
  remark: string;
  neighbours: { name: string; address: string; feedback: string }[];
  address: string;
  latitude: number;
  longitude: number;
  submittedAt: Date;
  decision: DecisionFilter;
  decidedAt: Date | null;
  photos: DemoPhoto[];
}

export interface DemoCase {
  applicationId: string;
  name: string;
  type: string;
  portfolio: string;
  product: string;
  visitType: string;
  mobile: string;
  pin: string;
  address: string;
  message: string;
  status: ApplicantStatus;
  createdAt: Date;
  /** Which of the active agents, counted round; null while unassigned. */
  agent: number | null;
  verification: DemoVerification | null;
}

const caseCount = 240;
const hour = 3_600_000;
const day = 24 * hour;
/** Offices work in Indian time, five and a half hours ahead of UTC. */
const indianOffset = 5.5 * hour;

const residenceScenes: Scene[] = ['house', 'gate', 'street', 'livingroom', 'nameplate', 'document'];
const officeScenes: Scene[] = ['shopfront', 'office', 'street', 'nameplate', 'document'];

/** A moment between nine and six on the day `daysBefore` days before `date`, or after it when negative. */
function workingTime(chance: Chance, date: Date, daysBefore: number): Date {
  const localMidnight = Math.floor((date.getTime() + indianOffset) / day) * day - daysBefore * day;
  return new Date(localMidnight - indianOffset + (9 + chance.next() * 9) * hour);
}

/** The story behind each status: of four applicants one waits, one is on its way, one or two are done. */
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

function photosOf(
  chance: Chance,
  visit: Date,
  isResidence: boolean,
  latitude: number,
  longitude: number,
): DemoPhoto[] {
  const scenes = isResidence ? residenceScenes : officeScenes;
  return Array.from({ length: chance.between(3, 8) }, (_, index) => ({
    scene: scenes[index % scenes.length] ?? 'street',
    takenAt: new Date(visit.getTime() - 20 * 60_000 + index * 90_000),
    latitude: latitude + (chance.next() - 0.5) * 0.0004,
    longitude: longitude + (chance.next() - 0.5) * 0.0004,
  }));
}

function visitOf(
  chance: Chance,
  applicant: { createdAt: Date; visitType: string; address: string },
  at: { latitude: number; longitude: number },
  decision: DecisionFilter,
  now: Date,
): DemoVerification {
  const observation: Decision =
    decision === 'pending' ? (chance.next() < 0.7 ? 'positive' : 'negative') : decision;
  // One or two working days later; what came in today is seen to today.
  const planned = workingTime(chance, applicant.createdAt, -chance.between(1, 2));
  const elapsed = now.getTime() - applicant.createdAt.getTime();
  const submittedAt =
    planned < now ? planned : new Date(applicant.createdAt.getTime() + elapsed * 0.6);
  const latitude = at.latitude + (chance.next() - 0.5) * 0.02;
  const longitude = at.longitude + (chance.next() - 0.5) * 0.02;
  const decidedAt = new Date(
    submittedAt.getTime() + Math.min((now.getTime() - submittedAt.getTime()) * 0.5, 5 * hour),
  );
  return {
    observation,
    remark: chance.pick(remarks[observation]),
    neighbours: [0, 1].map(() => ({
      name: chance.pick(neighbours),
      address: `House ${chance.between(1, 60)}, ${applicant.address.split(', ').slice(2).join(', ')}`,
      feedback: chance.pick(feedback[observation]),
    })),
    address: applicant.address,
    latitude,
    longitude,
    submittedAt,
    decision,
    decidedAt: decision === 'pending' ? null : decidedAt,
    photos: photosOf(
      chance,
      submittedAt,
      isResidenceVisit(applicant.visitType),
      latitude,
      longitude,
    ),
  };
}

/** The demo's applicants and their verifications, oldest first; the same for the same day. */
export function demoCases(now: Date): DemoCase[] {
  const chance = seeded(20_260_101);
  const moments = Array.from({ length: caseCount }, (_, index) =>
    workingTime(chance, now, 29 - Math.floor((index * 30) / caseCount)),
  )
    // Early in the day, today's are not yet due: they come in just before now.
    .map((due, index) => (due < now ? due : new Date(now.getTime() - (caseCount - index) * 60_000)))
    .sort((a, b) => a.getTime() - b.getTime());
  return moments.map((createdAt, index) => {
    const area = chance.pick(areas);
    const portfolio = chance.pick(portfolios);
    const { status, decision } = statusOf(index);
    const applicant = {
      applicationId: `${portfolio.prefix}26${String(1_054_802 + index * 7_919).padStart(8, '0')}`,
      name: applicantNames[(index * 7) % applicantNames.length] ?? 'Aarav Deshmukh',
      type: chance.next() < 0.8 ? 'Applicant' : 'Co-applicant',
      portfolio: portfolio.name,
      product: portfolio.product,
      visitType: chance.pick([
        'RESIDENCE',
        'RESIDENCE VISIT',
        'OFFICE',
        'RESIDENCE',
        'OFFICE VISIT',
      ]),
      mobile: `98${String(20_000_000 + index * 31_337).slice(-8)}`,
      pin: String(area.pin),
      address: `${chance.between(1, 40)}, ${chance.pick(buildings)}, ${chance.pick(streets)}, ${area.place} ${area.pin}`,
      message: chance.next() < 0.2 ? 'Please call before the visit.' : '',
      createdAt,
    };
    const isVisited = status === 'visited' || status === 'submitted';
    return {
      ...applicant,
      status,
      agent: status === 'pending' ? null : index,
      verification: isVisited ? visitOf(chance, applicant, area, decision, now) : null,
    };
  });
}
