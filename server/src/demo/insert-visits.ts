import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { DemoCase } from './cases/cases.ts';
import { officeDetails, residenceDetails } from './cases/report-details.ts';
import type { Story } from './cases/stories.ts';
import { type DemoVisit, doorTimes } from './cases/visits.ts';
import { uuidOf } from './store-photos.ts';

type VisitRow = Insertable<Database['visits']>;

export function visitRow(
  story: DemoCase,
  visit: DemoVisit,
  { applicantId, agent, photos }: { applicantId: number; agent: number; photos: number },
): VisitRow {
  const { submittedAt, latitude, longitude } = visit;
  const { arrivedAt, leftAt } = doorTimes(visit);
  return {
    id: uuidOf(`visit ${story.applicationId} ${submittedAt.getTime()}`),
    applicant_id: applicantId,
    agent_id: agent,
    assignment_version: 0,
    outcome: visit.story.outcome,
    is_final: true,
    arrived_at: arrivedAt,
    left_at: leftAt,
    clock_offset_ms: 0,
    latitude,
    longitude,
    accuracy_m: 9,
    facts: JSON.stringify(visit.story.outcome === 'met' ? factsOf(story) : {}),
    statement: JSON.stringify(statementOf(story, visit)),
    photos_expected: photos,
    request_sha256: randomBytes(32),
    received_at: submittedAt,
    completed_at: submittedAt,
  };
}

export function statementOf({ address }: DemoCase, { story, neighbours }: DemoVisit) {
  return {
    overall_observation: story.observation,
    neighbour1_name: neighbours[0]?.name ?? '',
    neighbour1_address: neighbours[0]?.address ?? '',
    neighbour1_feedback: neighbours[0]?.feedback ?? '',
    neighbour2_name: neighbours[1]?.name ?? '',
    neighbour2_address: neighbours[1]?.address ?? '',
    neighbour2_feedback: neighbours[1]?.feedback ?? '',
    remark: story.remark,
    verification_address: address,
  };
}

export function attemptRow(
  { sentAt, tryAgainAt }: { sentAt: Date; tryAgainAt: Date },
  { applicantId, agent }: { applicantId: number; agent: number },
): VisitRow {
  const minutesBefore = (minutes: number) => new Date(sentAt.getTime() - minutes * 60_000);
  return {
    id: uuidOf(`attempt ${applicantId}`),
    applicant_id: applicantId,
    agent_id: agent,
    assignment_version: 0,
    outcome: 'locked',
    is_final: false,
    try_again_at: tryAgainAt,
    arrived_at: minutesBefore(6),
    left_at: minutesBefore(1),
    clock_offset_ms: 0,
    request_sha256: randomBytes(32),
    received_at: sentAt,
    completed_at: sentAt,
  };
}

const asked = {
  home: [
    'landmarkObserved',
    'personContacted',
    'relationWithApp',
    'yrsLivedAtCurrentAddress',
    'totalFamilyMember',
    'localityOfResidence',
    'ownershipStatus',
  ],
  business: ['landmark', 'person_met', 'relation', 'employees_count', 'office_type', 'locality'],
};

/** Returns the agent's answers, which prefill a part of the report's form. */
function factsOf(story: DemoCase): Record<string, string> {
  const isHome = story.place.kind === 'home';
  const details: Record<string, string> = isHome
    ? residenceDetails(story)
    : officeDetails(story, 'doorstep');
  const names = isHome ? asked.home : asked.business;
  const said = Object.fromEntries(names.map((name) => [name, details[name] ?? '']));
  return isHome ? { ...said, person_met: personMetAtHome(story) } : said;
}

/** Returns the visit's answer `person_met`, for which the residence form has no field. */
function personMetAtHome({ name, gender, visit }: DemoCase): string {
  if (visit?.story.met === 'Self') return name;
  return `${gender === 'MALE' ? 'Mrs.' : 'Mr.'} ${name.split(' ').at(-1)}`;
}

const subjects: Record<Story['views'][number], string> = {
  front: 'door',
  side: 'door',
  gate: 'door',
  nameplate: 'nameplate',
  'living-room': 'interior',
  inside: 'interior',
  street: 'street',
  'electricity-bill': 'document',
};

export function captureOf({ story, photos }: DemoVisit, position: number) {
  const shows = subjects[story.views[position] ?? 'street'];
  const photo = photos[position];
  return photo?.isFromFiles
    ? { captured_at: null, accuracy_m: null, source: 'file' as const, shows }
    : {
        captured_at: photo?.takenAt ?? null,
        accuracy_m: 6 + ((position * 3) % 7),
        source: 'viewfinder' as const,
        shows,
      };
}
