import type { Decision, DecisionFilter } from '@doorstep/contract/verifications';
import type { Chance } from '../seeded.ts';
import { namesOfAreas } from './people.ts';
import { areas, type Place, pictureOf } from './places.ts';
import { type Story, stories } from './stories.ts';

export interface DemoPhoto {
  /** The file in `photos/`, without its ending. */
  picture: string;
  takenAt: Date;
  latitude: number;
  longitude: number;
  /** Chosen from the phone's files, not taken in the app. */
  isFromFiles?: true;
}

export interface DemoVisit {
  story: Story;
  neighbours: { name: string; address: string; feedback: string }[];
  latitude: number;
  longitude: number;
  submittedAt: Date;
  /** Twenty minutes unless given. */
  secondsAtDoor?: number;
  decision: DecisionFilter;
  decidedAt: Date | null;
  photos: DemoPhoto[];
}

interface Planned {
  createdAt: Date;
  place: Place;
  area: number;
  house: number;
  street: string;
  agent: number;
  /** How many visits the agent made before. */
  nth: number;
  decision: DecisionFilter;
}

const hour = 3_600_000;
const day = 24 * hour;
/** Offices work in Indian time, five and a half hours ahead of UTC. */
const indianOffset = 5.5 * hour;

/** A moment between nine and six on the day `daysBefore` days before `date`, or after it when negative. */
export function workingTime(chance: Chance, date: Date, daysBefore: number): Date {
  const localMidnight = Math.floor((date.getTime() + indianOffset) / day) * day - daysBefore * day;
  return new Date(localMidnight - indianOffset + (9 + chance.next() * 9) * hour);
}

/** Neighbours live at the next numbers of the street; an agent meets a pair again only after two others. */
function neighboursOf({ area, house, street, agent, nth }: Planned, { feedback }: Story) {
  const names = namesOfAreas[area]?.neighbours ?? [];
  return feedback.map((said, index) => ({
    name: names[(2 * (agent + nth) + index) % names.length] ?? '',
    address: `${house + 2 * index - 1} ${street}`,
    feedback: said,
  }));
}

function storyOf(chance: Chance, { kind }: Place, observation: Decision): Story {
  return chance.pick(
    stories.filter((story) => story.kind === kind && story.observation === observation),
  );
}

/** A visit to an applicant's place and what came of it. */
export function visitOf(chance: Chance, planned: Planned, now: Date): DemoVisit {
  const { createdAt, place, area, agent, nth, decision } = planned;
  const observation: Decision =
    decision === 'pending' ? (chance.next() < 0.7 ? 'positive' : 'negative') : decision;
  const story = storyOf(chance, place, observation);
  // One or two working days later; what came in today is seen to today.
  const due = workingTime(chance, createdAt, -chance.between(1, 2));
  const elapsed = now.getTime() - createdAt.getTime();
  const submittedAt = due < now ? due : new Date(createdAt.getTime() + elapsed * 0.6);
  const latitude = (areas[area]?.latitude ?? 0) + (chance.next() - 0.5) * 0.02;
  const longitude = (areas[area]?.longitude ?? 0) + (chance.next() - 0.5) * 0.02;
  const decidedAt = new Date(
    submittedAt.getTime() + Math.min((now.getTime() - submittedAt.getTime()) * 0.5, 5 * hour),
  );
  return {
    story,
    neighbours: neighboursOf(planned, story),
    latitude,
    longitude,
    submittedAt,
    decision,
    decidedAt: decision === 'pending' ? null : decidedAt,
    photos: story.views.map((view, index) => ({
      picture: pictureOf(place, view, agent + nth),
      takenAt: new Date(submittedAt.getTime() - 20 * 60_000 + index * 90_000),
      latitude: latitude + (chance.next() - 0.5) * 0.0004,
      longitude: longitude + (chance.next() - 0.5) * 0.0004,
    })),
  };
}
