import type { Decision } from '@doorstep/contract/verifications';
import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import type { Chance } from '../seeded.ts';
import { workingDay } from '../working-time.ts';
import { type Area, type Place, pictureOf } from './places.ts';
import { type Story, stories } from './stories.ts';

export interface DemoPhoto {
  /** The file in `photos/`, without its extension. */
  picture: string;
  takenAt: Date;
  latitude: number;
  longitude: number;
  isFromFiles?: true;
}

export interface DemoVisit {
  story: Story;
  neighbours: { name: string; address: string; feedback: string }[];
  latitude: number;
  longitude: number;
  /**
   * The time half-way between the receipt of the applicant and the visit, in working time. Some stories have
   * an attempt or a first visit at this time.
   */
  triedAt: Date;
  submittedAt: Date;
  secondsAtDoor?: number;
  decision: DecisionFilter;
  decidedAt: Date | null;
  photos: DemoPhoto[];
}

interface Planned {
  /** The working time from the receipt of the applicant to the load of the demo. */
  created: number;
  place: Place;
  area: Area;
  house: number;
  street: string;
  agent: number;
  /** The number of visits that the agent made before. */
  nth: number;
  decision: DecisionFilter;
}

const hour = 3_600_000;

export function doorTimes({ submittedAt, secondsAtDoor = 20 * 60 }: DemoVisit) {
  const leftAt = submittedAt.getTime() - 5 * 60_000;
  return { arrivedAt: new Date(leftAt - secondsAtDoor * 1000), leftAt: new Date(leftAt) };
}

function neighboursOf({ area, house, street, agent, nth }: Planned, { feedback }: Story) {
  const { neighbours } = area.names;
  return feedback.map((said, index) => ({
    name: neighbours[(2 * (agent + nth) + index) % neighbours.length] ?? '',
    address: `${house + 2 * index - 1} ${street}`,
    feedback: said,
  }));
}

/**
 * Returns a function that returns the next story for an agent, a kind of place and an observation. No agent
 * repeats a story often enough for a finding of *Copied remarks*.
 */
export function tellInTurn() {
  const told = new Map<string, number>();
  return (agent: number, { kind }: Place, observation: Decision): Story => {
    const key = `${agent} ${kind} ${observation}`;
    const times = told.get(key) ?? 0;
    told.set(key, times + 1);
    const fitting = stories.filter(
      (story) => story.kind === kind && story.observation === observation,
    );
    const story = fitting[(agent + times) % fitting.length];
    if (!story) throw new Error(`There is no ${observation} story of a ${kind}`);
    return story;
  };
}

/**
 * Returns a demo visit. `ago` subtracts working time, in milliseconds, from the time of the load.
 */
export function visitOf(
  chance: Chance,
  planned: Planned,
  ago: (workingTime: number) => Date,
  nextStory: ReturnType<typeof tellInTurn>,
): DemoVisit {
  const { created, place, area, agent, nth, decision } = planned;
  const observation: Decision =
    decision === 'pending' ? (chance.next() < 0.7 ? 'positive' : 'negative') : decision;
  const story = nextStory(agent, place, observation);
  // The visit is sent half a working day to two and a half working days after the applicant was received, or
  // sooner for the newest applicants.
  const due = created - (chance.between(1, 2) - 0.5 + chance.next()) * workingDay;
  const submitted = due > hour ? due : created * 0.4;
  const latitude = area.latitude + (chance.next() - 0.5) * 0.02;
  const longitude = area.longitude + (chance.next() - 0.5) * 0.02;
  const submittedAt = ago(submitted);
  return {
    story,
    neighbours: neighboursOf(planned, story),
    latitude,
    longitude,
    triedAt: ago((created + submitted) / 2),
    submittedAt,
    decision,
    decidedAt: decision === 'pending' ? null : ago(submitted - Math.min(submitted / 2, 5 * hour)),
    photos: story.views.map((view, index) => ({
      picture: pictureOf(place, view, agent + nth),
      takenAt: new Date(submittedAt.getTime() - 20 * 60_000 + index * 90_000),
      latitude: latitude + (chance.next() - 0.5) * 0.0004,
      longitude: longitude + (chance.next() - 0.5) * 0.0004,
    })),
  };
}
