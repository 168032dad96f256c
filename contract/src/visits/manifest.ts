import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { decisions } from '../verifications.ts';
import { Moment } from '../wire/days.ts';
import { list, record, text, Uuid } from '../wire/inputs.ts';
import { visitOutcomes } from './outcomes.ts';
import { Statement } from './statement.ts';

/** The possible subjects of a visit's photo. */
export const photoSubjects = [
  'door',
  'nameplate',
  'person',
  'interior',
  'agent',
  'street',
  'document',
  'other',
] as const;
export type PhotoSubject = (typeof photoSubjects)[number];

/** Each subject in the words that screens use. */
export const photoSubjectLabels: Record<PhotoSubject, string> = {
  door: 'Door',
  nameplate: 'Name plate',
  person: 'Person met',
  interior: 'Interior',
  agent: 'Agent at the address',
  street: 'Street',
  document: 'Document',
  other: 'Other',
};

/** How a photo was taken: by the app itself, by the phone's camera app, or picked from its files. */
const photoSources = ['viewfinder', 'camera_app', 'file'] as const;

/** Why a wanted photo was not taken. */
export const skipReasons = ['refused', 'unsafe', 'not_visible'] as const;

/** Each reason in the words that the office's screens use. */
export const skipReasonLabels: Record<(typeof skipReasons)[number], string> = {
  refused: 'refused',
  unsafe: 'not safe',
  not_visible: 'not there to be seen',
};

/** Three centuries: no clock is further off, and the time that it would have been is still a date. */
const mostClockOffset = 1e13;
const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));
/** Metres: the radius within which the place lies, as the phone reckons. */
const accuracy_m = z.number().check(z.gte(0), z.lte(10_000_000));
/** Milliseconds of the monotonic clock, from the start of the page. */
const mono_ms = z.number().check(z.gte(0));

export const Fix = z.object({
  latitude,
  longitude,
  accuracy_m,
  altitude: z.optional(z.nullable(z.number())),
  speed: z.optional(z.nullable(z.number())),
  heading: z.optional(z.nullable(z.number())),
  at: Moment,
  mono_ms,
});
export type Fix = z.infer<typeof Fix>;

export const Sha256 = text(64).check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'));

/** What the app saw of a picture from the camera app or the files, before it drew it again. */
const OriginalPicture = z.object({
  bytes: z.int().check(z.gte(1), z.lte(1e10)),
  /** Its media type, as the browser says it; empty where it doesn't know. */
  kind: text(100),
  width: z.int().check(z.gte(1), z.lte(100_000)),
  height: z.int().check(z.gte(1), z.lte(100_000)),
  /** Whether it names a camera; null where the app can't read such files. */
  has_camera: z.nullable(z.boolean()),
  /** When its camera says that it was taken. */
  taken_at: z.nullable(Moment),
  /** Whether the file is called as messengers call theirs. The name itself stays on the phone. */
  is_named_by_messenger: z.boolean(),
});
export type OriginalPicture = z.infer<typeof OriginalPicture>;

export const ManifestPhoto = z.object({
  /** The hash of the exact bytes of the photo, before any encryption for the way. */
  sha256: Sha256,
  bytes: z.int().check(z.gte(1), z.lte(limits.photoMaxBytes)),
  width: z.int().check(z.gte(1), z.lte(100_000)),
  height: z.int().check(z.gte(1), z.lte(100_000)),
  captured_at: Moment,
  mono_ms,
  /** The nearest fix, and how old it was in milliseconds; null where the phone had none. */
  fix: z.nullable(Fix),
  fix_age_ms: z.nullable(z.number()),
  source: z.enum(photoSources),
  shows: z.enum(photoSubjects),
  /** Only of a picture that the app did not take itself; older apps don't say it. */
  original: z.optional(OriginalPicture),
});
export type ManifestPhoto = z.infer<typeof ManifestPhoto>;

/**
 * A visit as the phone recorded it. The phone signs the exact text that it sends, so the text is kept as it came.
 * A final visit says how the agent sees it; an attempt says when to try again.
 */
export const VisitManifest = z
  .object({
    visit_id: Uuid,
    applicant_id: z.int().check(z.positive()),
    assignment_version: z.int32().check(z.gte(0)),
    app_version: text(40),
    outcome: z.enum(visitOutcomes),
    is_final: z.boolean(),
    try_again_at: z.nullable(Moment),
    /** When the visit was started in the app, maybe on the way; older apps don't say it. */
    begun_at: z.optional(Moment),
    /** When the agent last confirmed being at the door. */
    arrived_at: Moment,
    left_at: Moment,
    clock_offset_ms: z.nullable(z.int().check(z.gte(-mostClockOffset), z.lte(mostClockOffset))),
    /** The best fix since then; null where the phone had none. */
    place: z.nullable(Fix),
    /** All fixes of the visit, earlier ones too. */
    fixes: list(Fix, 30),
    /** Why there is no better place, in the agent's words. */
    place_reason: z.optional(text(500).check(z.trim(), withoutAadhaar('place_reason'))),
    /** Answers by the names of the report's fields. */
    facts: record(text(100), text(4000).check(withoutAadhaar('facts')), 200),
    overall_observation: z.nullable(z.enum(decisions)),
    statement: Statement,
    photos: list(ManifestPhoto, limits.photosPerVerification),
    photos_skipped: list(
      z.object({ shows: z.enum(photoSubjects), reason: z.enum(skipReasons) }),
      photoSubjects.length,
    ),
  })
  .check(
    z.refine((visit) => !visit.is_final || visit.overall_observation !== null, {
      path: ['overall_observation'],
      error: 'overall_observation is required for a final visit',
    }),
    z.refine(({ photos }) => new Set(photos.map(({ sha256 }) => sha256)).size === photos.length, {
      path: ['photos'],
      error: 'The same photo is listed twice.',
    }),
  );
export type VisitManifest = z.infer<typeof VisitManifest>;
