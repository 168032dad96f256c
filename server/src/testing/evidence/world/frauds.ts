import { away } from './chances.ts';
import { type Spread, spreads } from './hash-spreads.ts';
import { elsewhereOf } from './honest.ts';
import type { Pin } from './pins.ts';
import { type Fraud, fromHome, last, placed, row, withFixes } from './stage.ts';
import { hour, makeVisit, minute, type WorldVisit } from './visit-maker.ts';

interface Staging {
  name: string;
  /** Whether a test requires that the checks detect 90 % of these frauds. */
  isBound: boolean;
  /** Whether the goal of 90 % was not reached, so that no test requires it. */
  isMissed?: true;
  /** Whether the database lookup is simulated. The rate then only shows that the check reads its result. */
  isLookedUp?: true;
  stage: Fraud;
}

const resent = (how: string, spread: Spread, more: Partial<Staging> = {}): Staging => ({
  name: `Photos of another verification, ${how}`,
  isBound: false,
  stage: last((chances, visit, before) => {
    for (const photo of visit.photos.slice(0, 2)) {
      const [dhashDistance, phashDistance] = chances.pick(spread);
      photo.alike = [{ ...elsewhereOf(before), dhashDistance, phashDistance }];
    }
    return visit;
  }),
  ...more,
});

export const frauds: Staging[] = [
  { name: 'Visits from home, to other pin codes', isBound: true, stage: fromHome },
  {
    name: 'One visit from home, inside the same pin code',
    isBound: false,
    stage: last((chances, visit, _, pins) => {
      const pin = pins.find(({ code }) => code === visit.applicant.pinCode) as Pin;
      return makeVisit(chances, {
        ...visit,
        phoneAt: away(chances, pin.spot, chances.range(0, 1) * pin.reach),
      });
    }),
  },
  {
    name: 'From a neighbouring city, 120 to 300 km away',
    isBound: true,
    stage: (chances, pins) => {
      const there = chances.pick(pins).spot;
      const far = away(chances, there, chances.range(120, 300) * 1000);
      return row(chances, pins, {
        phoneAt: (door) => ({
          latitude: door.latitude + far.latitude - there.latitude,
          longitude: door.longitude + far.longitude - there.longitude,
        }),
      });
    },
  },
  {
    name: 'Photos of another verification, the same files',
    isBound: true,
    isLookedUp: true,
    stage: last((_, visit, before) => {
      for (const photo of visit.photos.slice(0, 2)) photo.sameFile = [elsewhereOf(before)];
      return visit;
    }),
  },
  resent('recompressed', spreads.recompressed, { isBound: true }),
  resent('5 % cut off', spreads.crop5, { isBound: true }),
  resent('10 % cut off', spreads.crop10, { isMissed: true }),
  resent('15 % cut off', spreads.crop15),
  resent('mirrored', spreads.mirrored),
  {
    name: 'Yesterday’s photos',
    isBound: true,
    stage: last((chances, visit) => {
      const age = chances.range(12, 30) * hour;
      visit.photos = visit.photos.map((photo) => ({
        ...photo,
        ...{ source: 'file', fix: null, recordedFix: null },
        capturedAt: (photo.capturedAt ?? visit.at) - age,
      }));
      return visit;
    }),
  },
  {
    name: 'Five visits in ten minutes',
    isBound: true,
    stage: (chances, pins) => {
      const staged = row(chances, pins, { count: 5 });
      staged.false = staged.false.map((visit, nth) => {
        const at = (staged.false[0] as WorldVisit).at + nth * chances.range(1.8, 2.4) * minute;
        return placed(
          chances,
          makeVisit(chances, { ...visit, at, stay: chances.range(60, 100) * 1000 }),
        );
      });
      return staged;
    },
  },
  {
    name: 'Somewhere else within minutes',
    isBound: true,
    stage: last((chances, visit, before) => {
      const at = before.at + before.stay + chances.range(1, 6) * minute;
      const door = away(chances, before.door, chances.range(10, 30) * 1000);
      return placed(chances, makeVisit(chances, { ...visit, at, door }));
    }),
  },
  {
    name: 'A faked place that stands still',
    isBound: true,
    stage: (chances, pins) => {
      const gap = () => chances.range(4, 15) * minute;
      const staged = row(chances, pins, { count: 4, gap });
      staged.false = staged.false.map((one) => {
        const visit = placed(chances, one);
        const altitude = chances.happens(0.7) ? 5 : null;
        const still = { ...visit.door, accuracy_m: chances.between(1, 20), altitude };
        return withFixes(visit, () => still);
      });
      return staged;
    },
  },
  {
    name: 'A faked place that jumps back to the true one',
    isBound: true,
    stage: last((chances, visit) => {
      const faked = placed(chances, visit);
      const truly = away(chances, faked.door, chances.range(1, 15) * 1000);
      return withFixes(faked, () => ({
        ...(chances.happens(0.5) ? truly : faked.door),
        accuracy_m: chances.range(5, 30),
      }));
    }),
  },
  {
    name: 'The clock set back during the visit',
    isBound: true,
    stage: last((chances, visit) => {
      const by = chances.range(20, 24 * 60) * minute;
      const from = chances.between(1, visit.photos.length - 1);
      visit.photos = visit.photos.map((photo, nth) =>
        nth < from ? photo : { ...photo, capturedAt: (photo.capturedAt ?? 0) - by },
      );
      return visit;
    }),
  },
  {
    name: 'Photos that came through a messenger',
    isBound: true,
    stage: last((chances, visit) => {
      const kind = chances.next();
      visit.photos = visit.photos.map((photo) => ({
        ...photo,
        ...{ source: 'file', takenAt: null, hasPlaceInFile: false },
        ...{ capturedAt: visit.at, fix: null },
        ...(kind < 0.85
          ? { width: chances.pick([1280, 1600]), height: 960 }
          : kind < 0.95
            ? { kind: 'image/png', width: 1080, height: 2400 }
            : { width: 2048, height: 1536 }),
      }));
      return visit;
    }),
  },
  {
    name: 'Copied remarks',
    isBound: true,
    isLookedUp: true,
    stage: last((chances, visit) => {
      const said =
        'Applicant met at the given address and confirmed all details, family stays here';
      visit.visit.words = [said, '', ''];
      visit.recentWords = Array.from({ length: chances.between(3, 12) }, (_, nth) => ({
        verificationId: -nth - 1,
        applicantId: -nth - 1,
        words: [said],
      }));
      return visit;
    }),
  },
  {
    name: 'One phone for two agents',
    isBound: true,
    isLookedUp: true,
    stage: last((_, visit) => {
      const colleagues = [{ name: 'A colleague', at: visit.at }];
      visit.visit.phone = { id: 'shared', label: 'Android', colleagues };
      return visit;
    }),
  },
  {
    name: 'A messenger’s photos, chosen in the agent’s app',
    isBound: true,
    stage: last((chances, visit) => {
      const kind = chances.next();
      const isPng = kind >= 0.85 && kind < 0.95;
      const original = {
        ...{ bytes: 180_000, kind: isPng ? 'image/png' : 'image/jpeg', has_camera: false },
        ...{ taken_at: null, is_named_by_messenger: kind < 0.6 },
        ...(isPng
          ? { width: 1080, height: 2400 }
          : { width: kind >= 0.3 && kind < 0.85 ? chances.pick([1280, 1600]) : 2048, height: 960 }),
      };
      visit.photos = visit.photos.map((photo) => ({ ...photo, source: 'camera_app', original }));
      return visit;
    }),
  },
];
