import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { decisions } from '../verifications.ts';
import { Moment } from '../wire/days.ts';
import { list, record, Sha256, text, Uuid } from '../wire/inputs.ts';
import { visitOutcomes } from './outcomes.ts';
import { ManifestSignature } from './signature.ts';
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

/** Each subject in the words of the screens. */
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

/** Why a requested photo was not taken. */
export const skipReasons = ['refused', 'unsafe', 'not_visible'] as const;

/** Each reason in the words of the office's screens. */
export const skipReasonLabels: Record<(typeof skipReasons)[number], string> = {
  refused: 'refused',
  unsafe: 'not safe',
  not_visible: 'not there to be seen',
};

/** Three centuries: no clock is further off, and the corrected time is still a valid date. */
const mostClockOffset = 1e13;
const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));
/** Metres: the radius within which the place lies, as the phone estimates. */
const accuracy_m = z.number().check(z.gte(0), z.lte(10_000_000));
/** Milliseconds of the monotonic clock, since the start of the page. */
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

/** The width or height of a picture in pixels. */
const edge = z.int().check(z.gte(1), z.lte(100_000));

/** The app's record of a picture from the camera app or the files, before it re-encoded it. */
const OriginalPicture = z.object({
  bytes: z.int().check(z.gte(1), z.lte(1e10)),
  /** The file's media type from the browser; empty if unknown. */
  kind: text(100),
  width: edge,
  height: edge,
  /** Whether its EXIF data names a camera; null if the app can't read such files. */
  has_camera: z.nullable(z.boolean()),
  /** The time of its EXIF data. */
  taken_at: z.nullable(Moment),
  /** Whether the file is named like those of messengers. The name itself stays on the phone. */
  is_named_by_messenger: z.boolean(),
});
export type OriginalPicture = z.infer<typeof OriginalPicture>;

export const ManifestPhoto = z.object({
  /** The hash of the photo's exact bytes, before any encryption for transport. */
  sha256: Sha256,
  bytes: z.int().check(z.gte(1), z.lte(limits.photoMaxBytes)),
  width: edge,
  height: edge,
  captured_at: Moment,
  mono_ms,
  /** The nearest fix, and its age in milliseconds; null if the phone had none. */
  fix: z.nullable(Fix),
  fix_age_ms: z.nullable(z.number()),
  source: z.enum(photoSources),
  shows: z.enum(photoSubjects),
  /** Only for a picture that the app did not take itself; older apps don't send it. */
  original: z.optional(OriginalPicture),
  /** The size before the agent cropped the photo in the app; only for a cropped one. */
  cropped_from: z.optional(z.object({ width: edge, height: edge })),
});
export type ManifestPhoto = z.infer<typeof ManifestPhoto>;

/**
 * A visit as the phone recorded it. The phone signs the exact text that it sends, so that text is stored
 * unchanged. A final visit contains the agent's observation; an attempt contains when to try again.
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
    /** When the visit was started in the app, maybe on the way; older apps don't send it. */
    begun_at: z.optional(Moment),
    /** When the agent last confirmed being at the door. */
    arrived_at: Moment,
    left_at: Moment,
    clock_offset_ms: z.nullable(z.int().check(z.gte(-mostClockOffset), z.lte(mostClockOffset))),
    /** The best fix since then; null if the phone had none. */
    place: z.nullable(Fix),
    /** All fixes of the visit, earlier ones too. */
    fixes: list(Fix, 30),
    /** The agent's reason for an inaccurate place. */
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
    /** Absent from older apps, and where no person was met. */
    signature: z.optional(ManifestSignature),
  })
  .check(
    z.refine((visit) => !visit.is_final || visit.overall_observation !== null, {
      path: ['overall_observation'],
      error: 'overall_observation is required for a final visit',
    }),
    z.refine((visit) => new Set(filesOf(visit)).size === filesOf(visit).length, {
      path: ['photos'],
      error: 'The same photo is listed twice.',
    }),
  );
export type VisitManifest = z.infer<typeof VisitManifest>;

/** Returns the SHA-256 of each file of a visit: the signature, which is small, then the photos. */
export const filesOf = ({
  signature,
  photos,
}: Pick<VisitManifest, 'signature' | 'photos'>): string[] =>
  [...(signature?.file ? [signature.file] : []), ...photos].map(({ sha256 }) => sha256);
