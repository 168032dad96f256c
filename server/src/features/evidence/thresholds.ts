import type { CheckId } from '@doorstep/contract/evidence/checks';
import { exactEnough } from '../../domain/evidence-rows.ts';

/** A number that checks are held to. A super admin may change it within its bounds. */
interface Threshold {
  /** The checks that read it, the one that it says most of first. */
  checks: readonly CheckId[];
  /** What it came with. */
  value: number;
  unit: string;
  least: number;
  most: number;
  /** What it says, for the one who changes it. */
  says: string;
}

/** All numbers that the checks are held to, in one place. */
export const thresholdTable = {
  alikeDhash: threshold(
    ['photo.lookalike'],
    6,
    'of 64',
    0,
    20,
    'Lookalike: differing parts by the first hash, at most',
  ),
  alikePhash: threshold(
    ['photo.lookalike'],
    8,
    'of 64',
    0,
    20,
    'Lookalike: differing parts by the second hash, at most',
  ),
  alikeExemptM: threshold(
    ['photo.lookalike', 'photo.same_file'],
    100,
    'm',
    0,
    2_000,
    'Same building: no finding nearer than',
  ),
  importedPhotos: threshold(
    ['photo.imported'],
    1,
    'photos',
    1,
    13,
    'From a messenger: at least; 13 turns it off',
  ),
  nearestPins: threshold(
    ['place.district'],
    25,
    'pin codes',
    5,
    100,
    'District: how many nearest pin codes are asked',
  ),
  districtExactM: threshold(
    ['place.district'],
    exactEnough.districtExactM,
    'm',
    100,
    50_000,
    'District: places less exact than this are not asked',
  ),
  learnedVisits: threshold(
    ['place.unusual'],
    20,
    'visits',
    10,
    1_000,
    'Usual place: learned from at least',
  ),
  unusualTimes: threshold(
    ['place.unusual'],
    2,
    'times',
    1,
    20,
    'Usual place: outside so many times where most visits are',
  ),
  unusualM: threshold(
    ['place.unusual'],
    2_000,
    'm',
    200,
    100_000,
    'Usual place: and farther away than',
  ),
  deskPins: threshold(
    ['place.unusual'],
    1,
    'pin codes',
    1,
    20,
    'Usual place: from so many other pin codes visited at one spot within 12 hours',
  ),
  deskM: threshold(['place.unusual'], 60, 'm', 10, 500, 'Usual place: one spot is within'),
  apartM: threshold(
    ['place.photos_apart'],
    300,
    'm',
    50,
    50_000,
    'Photos apart: farther from the visit than',
  ),
  exactM: threshold(
    ['place.photos_apart', 'place.unusual', 'gps.jumps'],
    100,
    'm',
    10,
    1_000,
    'Places less exact than this are not compared',
  ),
  travelExactM: threshold(
    ['travel.speed', 'visit.dense'],
    exactEnough.travelExactM,
    'm',
    10,
    2_000,
    'Travel: places less exact than this are not compared',
  ),
  travelFreeM: threshold(['travel.speed'], 200, 'm', 0, 5_000, 'Travel: metres that need no time'),
  fastKmh: threshold(['travel.speed'], 80, 'km/h', 20, 300, 'Travel: look from'),
  tooFastKmh: threshold(['travel.speed'], 200, 'km/h', 40, 1_000, 'Travel: serious from'),
  instantMinutes: threshold(['travel.speed'], 2, 'minutes', 0, 30, 'Travel: serious within'),
  instantM: threshold(['travel.speed'], 2_000, 'm', 500, 50_000, 'Travel: and farther than'),
  denseVisits: threshold(['visit.dense'], 4, 'visits', 3, 20, 'Many visits: from'),
  denseMinutes: threshold(['visit.dense'], 20, 'minutes', 5, 120, 'Many visits: within'),
  denseM: threshold(
    ['visit.dense'],
    1_000,
    'm',
    100,
    20_000,
    'Many visits: each farther from every other than',
  ),
  shortSeconds: threshold(['visit.short'], 120, 's', 10, 1_800, 'Short at the door: look below'),
  tooShortSeconds: threshold(['visit.short'], 45, 's', 5, 600, 'Short at the door: serious below'),
  beforeTaskMinutes: threshold(
    ['time.before_task'],
    10,
    'minutes',
    0,
    10_080,
    'Before the task: by more than',
  ),
  beforeVisitMinutes: threshold(
    ['time.before_task'],
    120,
    'minutes',
    10,
    10_080,
    'Before the visit: by more than',
  ),
  cameraHours: threshold(
    ['time.before_task'],
    12,
    'hours',
    1,
    240,
    'Before either: by the time in a photo’s file, by more than',
  ),
  afterReceiptMinutes: threshold(
    ['time.order'],
    5,
    'minutes',
    1,
    1_440,
    'Clock: recorded later than it arrived, by more than',
  ),
  clocksApartMinutes: threshold(
    ['time.order'],
    10,
    'minutes',
    1,
    1_440,
    'Clock: fell back during the visit by more than',
  ),
  frozenFixes: threshold(
    ['gps.frozen'],
    4,
    'places',
    3,
    30,
    'Does not move: from so many places alike',
  ),
  flatFixes: threshold(
    ['gps.frozen'],
    6,
    'places',
    3,
    30,
    'Does not move: from so many where their height is not known',
  ),
  frozenExactM: threshold(
    ['gps.frozen'],
    20,
    'm',
    1,
    100,
    'Does not move: only where the phone claims to be exact within',
  ),
  jumpM: threshold(['gps.jumps'], 500, 'm', 100, 50_000, 'Jumps: between spots farther apart than'),
  copiedLetters: threshold(['facts.copied'], 40, 'letters', 10, 1_000, 'Copied: words of at least'),
  copiedCases: threshold(
    ['facts.copied'],
    3,
    'cases',
    1,
    100,
    'Copied: said in at least so many others',
  ),
  copiedDays: threshold(['facts.copied'], 30, 'days', 1, 365, 'Copied: within'),
  unknownPhones: threshold(
    ['device.unknown'],
    1,
    '(1 on, 0 off)',
    0,
    1,
    'Unknown phone: asks for a look',
  ),
  sharedAgents: threshold(
    ['device.shared'],
    2,
    'agents',
    2,
    22,
    'One phone: signed on one day for at least; 22 turns it off',
  ),
} as const satisfies Record<string, Threshold>;

export type ThresholdName = keyof typeof thresholdTable;
export type Thresholds = Record<ThresholdName, number>;

/** What the checks come with, and what a provider changed of it. */
export function thresholdsWith(changed: Partial<Thresholds> = {}): Thresholds {
  const values = Object.entries(thresholdTable).map(([name, { value }]) => [name, value]);
  return { ...(Object.fromEntries(values) as Thresholds), ...changed };
}

function threshold(
  checks: readonly CheckId[],
  value: number,
  unit: string,
  least: number,
  most: number,
  says: string,
): Threshold {
  return { checks, value, unit, least, most, says };
}
