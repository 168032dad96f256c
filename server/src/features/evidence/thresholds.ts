import type { CheckId } from '@doorstep/contract/evidence/checks';
import { limits } from '@doorstep/contract/limits';

/** A number that checks use. A super admin may change it within its bounds. */
interface Threshold {
  /** The checks that read it; the screen lists it under the first. */
  checks: readonly CheckId[];
  /** Its default. */
  value: number;
  unit: string;
  least: number;
  most: number;
  /** The description for the person who changes it. */
  says: string;
}

type Row = readonly [value: number, unit: string, least: number, most: number, says: string];

/** All numbers that the checks use, in one place. */
export const thresholdTable = {
  ...readBy(['photo.lookalike'], {
    alikeDhash: [6, 'of 64', 0, 20, 'Lookalike: differing parts by the first hash, at most'],
    alikePhash: [8, 'of 64', 0, 20, 'Lookalike: differing parts by the second hash, at most'],
  }),
  ...readBy(['photo.lookalike', 'photo.same_file'], {
    alikeExemptM: [100, 'm', 0, 2_000, 'Same building: no finding nearer than'],
  }),
  ...readBy(['photo.imported'], {
    importedPhotos: [
      1,
      'photos',
      0,
      limits.photosPerVerification,
      'From a messenger: at least; 0 turns it off',
    ],
  }),
  ...readBy(['place.district'], {
    nearestPins: [
      25,
      'pin codes',
      5,
      100,
      'District: number of nearest pin codes that are compared',
    ],
    districtExactM: [
      5_000,
      'm',
      100,
      50_000,
      'District: places less accurate than this are not compared',
    ],
  }),
  ...readBy(['place.unusual'], {
    learnedVisits: [20, 'visits', 10, 1_000, 'Usual place: learned from at least'],
    unusualTimes: [2, 'times', 1, 20, 'Usual place: outside this many times the usual distance'],
    unusualM: [2_000, 'm', 200, 100_000, 'Usual place: and farther away than'],
  }),
  ...readBy(['place.one_desk'], {
    deskPins: [
      1,
      'pin codes',
      1,
      20,
      'One spot: from this many other pin codes visited there within 12 hours',
    ],
    deskM: [60, 'm', 10, 500, 'One spot: is within'],
  }),
  ...readBy(['place.photos_apart', 'gps.frozen', 'visit.short'], {
    apartM: [300, 'm', 50, 50_000, 'Photos apart: farther from the visit than'],
  }),
  ...readBy(['place.photos_apart', 'place.one_desk', 'gps.jumps'], {
    exactM: [100, 'm', 10, 1_000, 'Places less accurate than this are not compared'],
  }),
  ...readBy(['travel.speed', 'visit.dense'], {
    travelExactM: [200, 'm', 10, 2_000, 'Travel: places less accurate than this are not compared'],
  }),
  ...readBy(['travel.speed'], {
    travelFreeM: [200, 'm', 0, 5_000, 'Travel: distance that needs no time'],
  }),
  ...readBy(['travel.speed', 'gps.jumps'], {
    fastKmh: [80, 'km/h', 20, 300, 'Travel: look from'],
  }),
  ...readBy(['travel.speed'], {
    tooFastKmh: [200, 'km/h', 40, 1_000, 'Travel: serious from'],
    instantMinutes: [2, 'minutes', 0, 30, 'Travel: serious within'],
    instantM: [2_000, 'm', 500, 50_000, 'Travel: and farther than'],
  }),
  ...readBy(['visit.dense'], {
    denseVisits: [4, 'visits', 3, 20, 'Many visits: from'],
    denseMinutes: [20, 'minutes', 5, 120, 'Many visits: within'],
    denseM: [1_000, 'm', 100, 20_000, 'Many visits: each farther from every other than'],
  }),
  ...readBy(['visit.short'], {
    shortSeconds: [120, 's', 10, 1_800, 'Short at the door: look below'],
    tooShortSeconds: [45, 's', 5, 600, 'Short at the door: serious below'],
  }),
  ...readBy(['time.before_task'], {
    beforeTaskMinutes: [10, 'minutes', 0, 10_080, 'Before the task: by more than'],
    beforeVisitMinutes: [120, 'minutes', 10, 10_080, 'Before the visit: by more than'],
    cameraHours: [
      12,
      'hours',
      1,
      240,
      'Before either: by the time in a photo’s file, by more than',
    ],
  }),
  ...readBy(['time.order'], {
    afterReceiptMinutes: [
      5,
      'minutes',
      1,
      1_440,
      'Clock: recorded later than it arrived, by more than',
    ],
    clocksApartMinutes: [10, 'minutes', 1, 1_440, 'Clock: fell back during the visit by more than'],
  }),
  ...readBy(['gps.frozen'], {
    frozenFixes: [4, 'places', 3, 30, 'Does not move: from this many equal places'],
    flatFixes: [6, 'places', 3, 30, 'Does not move: from this many equal places of unknown height'],
    frozenExactM: [
      20,
      'm',
      1,
      100,
      'Does not move: only if the phone claims to be accurate within',
    ],
  }),
  ...readBy(['gps.jumps'], {
    jumpM: [500, 'm', 100, 50_000, 'Jumps: between spots farther apart than'],
  }),
  ...readBy(['facts.copied'], {
    copiedLetters: [40, 'letters', 10, 1_000, 'Copied: words of at least'],
    copiedCases: [3, 'cases', 1, 100, 'Copied: in at least this many other visits'],
    copiedDays: [30, 'days', 1, 365, 'Copied: within'],
  }),
  ...readBy(['device.unknown'], {
    unknownPhones: [1, '(1 on, 0 off)', 0, 1, 'Unknown phone: asks for a look'],
  }),
  ...readBy(['device.shared'], {
    sharedAgents: [
      2,
      'agents',
      2,
      22,
      'One phone: signed on one day for at least; 22 turns it off',
    ],
  }),
};

export type ThresholdName = keyof typeof thresholdTable;
export type Thresholds = Record<ThresholdName, number>;

/** In each pair, the first must not exceed the second; otherwise a serious finding would be less than a look. */
export const inOrder: readonly (readonly [low: ThresholdName, high: ThresholdName])[] = [
  ['fastKmh', 'tooFastKmh'],
  ['tooShortSeconds', 'shortSeconds'],
  ['frozenFixes', 'flatFixes'],
];

/** Returns the defaults with the provider's changes. */
export function thresholdsWith(changed: Partial<Thresholds> = {}): Thresholds {
  const values = Object.entries(thresholdTable).map(([name, { value }]) => [name, value]);
  return { ...(Object.fromEntries(values) as Thresholds), ...changed };
}

function readBy<Name extends string>(
  checks: readonly CheckId[],
  rows: Record<Name, Row>,
): Record<Name, Threshold> {
  const thresholds = Object.entries<Row>(rows).map(
    ([name, [value, unit, least, most, says]]) =>
      [name, { checks, value, unit, least, most, says }] as const,
  );
  return Object.fromEntries(thresholds) as Record<Name, Threshold>;
}
